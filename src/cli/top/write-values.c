/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/top/write-values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output/json-string.h"
#include "cli/output/output.h"
#include "cli/output/tsv-cell.h"

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

/* ------------------------------------------------------------------------
 * JSON
 * ------------------------------------------------------------------------ */

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

/* A number without a final zero in its decimal places. Returns its length. */
enum { SUM_SIZE = 40 };
static int format_sum(char text[SUM_SIZE], const struct tally *tally, const struct value *value)
{
    const struct number *const sum = &tally->values.sum[value->hash];
    int len = snprintf(text, SUM_SIZE, "%" PRIu64 ".%09" PRIu32, sum->whole, sum->billionths);

    while (text[len - 1] == '0')
        len--;
    len -= text[len - 1] == '.';
    text[len] = '\0';
    return len;
}

static void write_sum(const struct tally *tally, const struct value *value)
{
    char text[SUM_SIZE];

    out_write(text, (size_t)format_sum(text, tally, value));
}

/* Returns false if some byte was not UTF-8. */
static bool write_member(const struct listed *by, const char *text, size_t len)
{
    bool exact;

    out_char(',');
    exact = json_string(by->name, by->name_len);
    out_char(':');
    if (selector_is_number(&by->selector) && is_json_number(text, len))
        out_write(text, len);
    else
        exact &= json_string(text, len);
    return exact;
}

static void write_json(const struct tally *tally, const struct value *value)
{
    const char *at = value->text, *text;
    bool exact = true;
    size_t len;

    OUT_LITERAL("{\"count\":");
    out_number(value->count);
    OUT_LITERAL(",\"share\":");
    write_share(value->count, tally->total);
    if (tally->sum) {
        OUT_LITERAL(",\"sum\":");
        write_sum(tally, value);
    }
    if (tally->by.count == 1)
        exact = write_member(&tally->by.at[0], value->text, value->len);
    else
        for (size_t i = 0; i < tally->by.count; i++)
            if (tally_cell(&text, &len, &at))
                exact &= write_member(&tally->by.at[i], text, len);
    if (!exact)
        OUT_LITERAL(",\"lossy\":true");
    out_char('}');
    out_end_record();
}

/* ------------------------------------------------------------------------
 * TSV and text
 * ------------------------------------------------------------------------ */

static void begin_tsv(const struct tally *tally)
{
    OUT_LITERAL("count");
    if (tally->sum)
        OUT_LITERAL("\tsum");
    for (size_t i = 0; i < tally->by.count; i++) {
        out_char('\t');
        tsv_cell(tally->by.at[i].name, tally->by.at[i].name_len);
    }
    out_end_record();
}

static void write_tsv(const struct tally *tally, const struct value *value)
{
    const char *at = value->text, *text;
    size_t len;

    out_number(value->count);
    if (tally->sum) {
        out_char('\t');
        write_sum(tally, value);
    }
    if (tally->by.count == 1) {
        out_char('\t');
        tsv_cell(value->text, value->len);
    } else {
        for (size_t i = 0; i < tally->by.count; i++) {
            tally_cell(&text, &len, &at);
            out_char('\t');
            tsv_cell(text, len);
        }
    }
    out_end_record();
}

/* A part of a URL that was found contains no line feed, and is written as it is. The
   fields of logs may contain any byte. */
static void write_cell(const struct tally *tally, size_t column, const char *text, size_t len)
{
    const struct selector *const selector = &tally->by.at[column].selector;

    if (!tally->is_log && !selector->decoded && selector->value <= VALUE_URL)
        out_url(text, len);
    else
        out_value(text, len);
}

/* One of several values: "-" stands for one that is absent, as in logs; so a value "-" is
   escaped. */
static void write_column(const struct tally *tally, size_t column, const char *text, size_t len,
                         bool present)
{
    if (!present)
        out_char('-');
    else if (len == 1 && *text == '-')
        OUT_LITERAL("\\x2D");
    else
        write_cell(tally, column, text, len);
}

/* As uniq -c has it: the counts in a column. Several values have tabs between them. */
static void write_text(const struct tally *tally, const struct value *value, int width,
                       int sum_width)
{
    const char *at = value->text, *text;
    char count[24];
    bool present;
    size_t len;

    snprintf(count, sizeof count, "%*" PRIu64 " ", width, value->count);
    out_string(count);
    if (tally->sum) {
        char sum[SUM_SIZE];

        for (int used = format_sum(sum, tally, value); used < sum_width; used++)
            out_char(' ');
        out_string(sum);
        out_char(' ');
    }
    if (tally->by.count == 1) {
        write_cell(tally, 0, value->text, value->len);
    } else {
        for (size_t i = 0; i < tally->by.count; i++) {
            if (i > 0)
                out_char('\t');
            present = tally_cell(&text, &len, &at);
            write_column(tally, i, text, len, present);
        }
    }
    out_end_record();
}

void write_values(struct tally *tally, enum format format, uint64_t limit)
{
    struct values *const values = &tally->values;
    int width = 0, sum_width = 0;

    /* The hash is not needed any more: from here on, it is the index of the sum. */
    for (size_t i = 0; i < values->count; i++)
        values->value[i].hash = i;
    if (values->count > 0) {
        qsort(values->value, values->count, sizeof *values->value,
              tally->by.count == 1 ? by_count : by_count_and_cells);
        width = snprintf(NULL, 0, "%" PRIu64, values->value[0].count);
    }
    for (size_t i = 0; tally->sum && i < values->count && i < limit; i++) {
        char sum[SUM_SIZE];
        const int len = format_sum(sum, tally, &values->value[i]);

        sum_width = len > sum_width ? len : sum_width;
    }
    if (format == FORMAT_TSV)
        begin_tsv(tally);
    for (size_t i = 0; i < values->count && i < limit; i++) {
        if (format == FORMAT_JSON)
            write_json(tally, &values->value[i]);
        else if (format == FORMAT_TSV)
            write_tsv(tally, &values->value[i]);
        else
            write_text(tally, &values->value[i], width, sum_width);
    }
}
