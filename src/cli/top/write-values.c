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

/* By descending count, then by bytes. */
static int by_count(const void *a_, const void *b_)
{
    const struct value *a = a_;
    const struct value *b = b_;

    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return compare_texts(a, b);
}

static void write_json(const struct value *value)
{
    OUT_LITERAL("{\"count\":");
    out_number(value->count);
    OUT_LITERAL(",\"value\":");
    if (!json_string(value->text, value->len))
        OUT_LITERAL(",\"lossy\":true");
    out_char('}');
    out_end_record();
}

static void write_tsv(const struct value *value)
{
    out_number(value->count);
    out_char('\t');
    tsv_cell(value->text, value->len);
    out_end_record();
}

/* As uniq -c has it: the counts in a column. */
static void write_text(const struct value *value, int width, bool decoded)
{
    char count[24];

    snprintf(count, sizeof count, "%*" PRIu64 " ", width, value->count);
    out_string(count);
    if (decoded)
        out_value(value->text, value->len);
    else
        out_url(value->text, value->len);
    out_end_record();
}

void write_values(struct values *values, const struct values_form *form)
{
    int width = 0;

    if (values->count > 0) {
        qsort(values->value, values->count, sizeof *values->value, by_count);
        width = snprintf(NULL, 0, "%" PRIu64, values->value[0].count);
    }
    if (form->format == FORMAT_TSV) {
        OUT_LITERAL("count\t");
        out_string(form->name);
        out_end_record();
    }
    for (size_t i = 0; i < values->count && i < form->limit; i++) {
        if (form->format == FORMAT_JSON)
            write_json(&values->value[i]);
        else if (form->format == FORMAT_TSV)
            write_tsv(&values->value[i]);
        else
            write_text(&values->value[i], width, form->decoded);
    }
}
