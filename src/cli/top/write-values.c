/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/top/write-values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output/csv-cell.h"
#include "cli/output/json-values.h"
#include "cli/output/output.h"
#include "cli/output/tsv-cell.h"
#include "cli/values/json-digits.h"

/* Order */

static int compare_texts(const struct value *a, const struct value *b)
{
    const int order = memcmp(a->text, b->text, a->len < b->len ? a->len : b->len);

    return order != 0 ? order : (a->len > b->len) - (a->len < b->len);
}

/* Cell by cell: an absent value comes first. */
static int compare_cells(const struct value *a, const struct value *b)
{
    const char *a_at = a->text, *b_at = b->text;
    int order = 0;

    while (order == 0 && a_at < a->text + a->len) {
        struct value a_cell = { .len = 0 }, b_cell = { .len = 0 };
        const bool a_present = tally_cell(&a_cell.text, &a_cell.len, &a_at);
        const bool b_present = tally_cell(&b_cell.text, &b_cell.len, &b_at);

        order = a_present != b_present ? a_present - b_present
                                       : compare_texts(&a_cell, &b_cell);
    }
    return order;
}

static int by_count_and_cells(const void *a_, const void *b_)
{
    const struct value *a = a_;
    const struct value *b = b_;

    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return compare_cells(a, b);
}

/* By descending count, then by bytes. */
static int by_count(const void *a_, const void *b_)
{
    const struct value *a = a_;
    const struct value *b = b_;

    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return compare_texts(a, b);
}

/* The hash is no longer needed: from here on, it is the index of the sum and the
   error. */
static void sort(struct tally *tally)
{
    struct values *const values = &tally->values;

    for (size_t i = 0; i < values->count; i++)
        values->value[i].hash = i;
    if (values->count > 0)
        qsort(values->value, values->count, sizeof *values->value,
              tally->by->count == 1 ? by_count : by_count_and_cells);
}

/* JSON */

/* With up to six decimal places, in any locale. */
static void write_share(uint64_t count, uint64_t total)
{
    const uint64_t millionths = (uint64_t)((double)count / (double)total * 1e6 + 0.5);
    char text[32];
    int len = snprintf(text, sizeof text, "%" PRIu64 ".%06" PRIu64, millionths / 1000000,
                       millionths % 1000000);

    while (text[len - 1] == '0')
        len--;
    out_write(text, (size_t)len - (text[len - 1] == '.'));
}

static void write_sum(const struct tally *tally, const struct value *value)
{
    char text[SUM_SIZE];

    out_write(text, sum_format(text, value_sum(tally, value)));
}

static void write_member(struct json *json, const struct listed *by, const char *text,
                         size_t len)
{
    json_key_value(json, by->name, by->name_len);
    if (selector_is_number(&by->selector))
        json_digits(json, text, len);
    else
        json_value(json, text, len);
}

static void write_json(const struct tally *tally, const struct value *value)
{
    const char *at = value->text, *text;
    struct json json = { 0 };
    size_t len;

    json_open(&json, '{');
    JSON_KEY(&json, "count");
    json_number(&json, value->count);
    JSON_KEY(&json, "share");
    json_separate(&json);
    write_share(value->count, tally->total);
    if (tally->sum) {
        JSON_KEY(&json, "sum");
        json_separate(&json);
        write_sum(tally, value);
    }
    if (tally->values.floor > 0) {
        JSON_KEY(&json, "error");
        json_number(&json, value_error(tally, value));
    }
    if (tally->by->count == 1)
        write_member(&json, &tally->by->at[0], value->text, value->len);
    else
        for (size_t i = 0; i < tally->by->count; i++)
            if (tally_cell(&text, &len, &at))
                write_member(&json, &tally->by->at[i], text, len);
    json_end_record(&json);
}

/* TSV and CSV */

/* How columns are written. */
struct columns_style {
    char separator;
    void (*cell)(const char *text, size_t len);
    void (*end)(void);
};

static void end_csv(void)
{
    out_char('\r');
    out_end_record();
}

static const struct columns_style tsv_style = { '\t', tsv_cell, out_end_record };
static const struct columns_style csv_style = { ',', csv_cell, end_csv };

static void begin_columns(const struct tally *tally, const struct columns_style *style)
{
    OUT_LITERAL("count");
    if (tally->values.limit > 0) {
        out_char(style->separator);
        OUT_LITERAL("error");
    }
    if (tally->sum) {
        out_char(style->separator);
        OUT_LITERAL("sum");
    }
    for (size_t i = 0; i < tally->by->count; i++) {
        out_char(style->separator);
        style->cell(tally->by->at[i].name, tally->by->at[i].name_len);
    }
    style->end();
}

static void write_columns(const struct tally *tally, const struct value *value,
                          const struct columns_style *style)
{
    const char *at = value->text, *text = value->text;
    size_t len = value->len;

    out_number(value->count);
    if (tally->values.limit > 0) {
        out_char(style->separator);
        out_number(value_error(tally, value));
    }
    if (tally->sum) {
        out_char(style->separator);
        write_sum(tally, value);
    }
    for (size_t i = 0; i < tally->by->count; i++) {
        if (tally->by->count > 1)
            tally_cell(&text, &len, &at);
        out_char(style->separator);
        style->cell(text, len);
    }
    style->end();
}

/* Text */

/* A part of a URL that was found contains no line feed, and is written as it is. The
   fields of logs may contain any byte. */
static void write_cell(const struct tally *tally, size_t column, const char *text, size_t len)
{
    const struct selector *const selector = &tally->by->at[column].selector;

    if (!tally->is_log && !selector->decoded && selector->value <= VALUE_URL)
        out_url(text, len);
    else
        out_value(text, len);
}

static void write_without_tabs(const struct tally *tally, size_t column, const char *text,
                               size_t len)
{
    const char *tab;

    while (len > 0 && (tab = memchr(text, '\t', len)) != NULL) {
        write_cell(tally, column, text, (size_t)(tab - text));
        OUT_LITERAL("\\x09");
        len -= (size_t)(tab + 1 - text);
        text = tab + 1;
    }
    write_cell(tally, column, text, len);
}

/* One of several values, which tabs separate: a tab in a value is escaped. "-" stands for one
   that is absent, as in logs; so a value "-" is escaped, too. */
static void write_column(const struct tally *tally, size_t column, const char *text, size_t len,
                         bool present)
{
    if (!present)
        out_char('-');
    else if (len == 1 && *text == '-')
        OUT_LITERAL("\\x2D");
    else
        write_without_tabs(tally, column, text, len);
}

/* The widths of the columns. */
struct widths {
    int count;
    int error;                    /* 0: no such column */
    int sum;
};

static struct widths measure(const struct tally *tally, size_t rows)
{
    struct widths widths = { 0, 0, 0 };

    for (size_t i = 0; i < rows; i++) {
        const struct value *const value = &tally->values.value[i];
        char text[SUM_SIZE];
        int len = snprintf(NULL, 0, "%" PRIu64, value->count);

        widths.count = len > widths.count ? len : widths.count;
        if (tally->values.floor > 0) {
            len = snprintf(NULL, 0, "-%" PRIu64, value_error(tally, value));
            widths.error = len > widths.error ? len : widths.error;
        }
        if (tally->sum) {
            len = (int)sum_format(text, value_sum(tally, value));
            widths.sum = len > widths.sum ? len : widths.sum;
        }
    }
    return widths;
}

/* As uniq -c does: the counts in a column. Several values have tabs between them. */
static void write_text(const struct tally *tally, const struct value *value,
                       const struct widths *widths)
{
    const char *at = value->text, *text = value->text;
    char numbers[3 * SUM_SIZE], sum[SUM_SIZE], error[24];
    size_t len = value->len;

    snprintf(numbers, sizeof numbers, "%*" PRIu64 " ", widths->count, value->count);
    out_string(numbers);
    if (widths->error > 0) {
        snprintf(error, sizeof error, "-%" PRIu64, value_error(tally, value));
        snprintf(numbers, sizeof numbers, "%*s ", widths->error, error);
        out_string(numbers);
    }
    if (tally->sum) {
        sum_format(sum, value_sum(tally, value));
        snprintf(numbers, sizeof numbers, "%*s ", widths->sum, sum);
        out_string(numbers);
    }
    for (size_t i = 0; i < tally->by->count; i++) {
        bool present = true;

        if (tally->by->count > 1)
            present = tally_cell(&text, &len, &at);
        if (i > 0)
            out_char('\t');
        if (tally->by->count > 1)
            write_column(tally, i, text, len, present);
        else
            write_cell(tally, i, text, len);
    }
    out_end_record();
}

/* A table */

void write_values(struct tally *tally, enum format format, uint64_t limit)
{
    const struct values *const values = &tally->values;
    const size_t rows = values->count < limit ? values->count : (size_t)limit;
    const struct columns_style *const style = format == FORMAT_TSV ? &tsv_style
                                            : format == FORMAT_CSV ? &csv_style : NULL;
    struct widths widths = { 0, 0, 0 };

    sort(tally);
    if (format == FORMAT_HUMAN) {
        write_bars(tally, rows);
        return;
    }
    if (style)
        begin_columns(tally, style);
    else if (format != FORMAT_JSON)
        widths = measure(tally, rows);
    for (size_t i = 0; i < rows; i++) {
        if (format == FORMAT_JSON)
            write_json(tally, &values->value[i]);
        else if (style)
            write_columns(tally, &values->value[i], style);
        else
            write_text(tally, &values->value[i], &widths);
    }
}
