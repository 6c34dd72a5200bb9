/* SPDX-License-Identifier: MIT
 *
 * locus top: which values a part of the URLs in files and streams has, the most
 * frequent ones first. Memory grows with the values that differ, and with nothing
 * else.
 */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options/arguments.h"
#include "cli/output/output.h"
#include "cli/output/write-template.h"
#include "cli/scan/scan-operands.h"
#include "cli/top/values.h"

struct top_options {
    struct scan_options scan;
    const char *by;               /* NULL: not given */
    uint64_t    limit;            /* write so many values */
};

static const struct option_use uses[] = {
    REQUIRES(struct top_options, by),
    TAKES(struct top_options, limit),
    TAKES_AS(struct top_options, scan.grammar, grammar),
    TAKES_AS(struct top_options, scan.context, context),
    TAKES_AS(struct top_options, scan.schemes, schemes),
    TAKES_AS(struct top_options, scan.delimiters, delimiters),
    TAKES_AS(struct top_options, scan.valid, valid),
    TAKES_AS(struct top_options, scan.define, define),
    TAKES_AS(struct top_options, scan.format, output),
    TAKES_AS(struct top_options, scan.max_url, max_url),
    TAKES_AS(struct top_options, scan.max_window, max_window),
    TAKES_AS(struct top_options, scan.no_progress, no_progress),
    TAKES_HELP
};

struct tally {
    struct selector selector;     /* a part, or VALUE_URL */
    char         *buffer;         /* of a decoded value */
    size_t        buffer_size;
    struct values values;
};

static int compare_texts(const struct value *a, const struct value *b)
{
    const int order = memcmp(a->text, b->text, a->len < b->len ? a->len : b->len);

    return order != 0 ? order : (a->len > b->len) - (a->len < b->len);
}

/* The most frequent first; those that are equally so by their bytes. */
static int by_count(const void *a_, const void *b_)
{
    const struct value *a = a_;
    const struct value *b = b_;

    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return compare_texts(a, b);
}

/* taker.take */
static void take_url(void *tally_, const struct record *record)
{
    struct tally *tally = tally_;
    const char *text = record->text;
    size_t len = record->len;

    if (tally->selector.value < LOCUS_PART_COUNT) {
        struct locus_span span;

        if (!selected_span(&span, &tally->selector, &record->url, text))
            return;
        text += span.off;
        len = span.len;
    }
    if (tally->selector.decoded) {
        if (len >= tally->buffer_size) {
            tally->buffer = mem_resize(tally->buffer, len + 1);
            tally->buffer_size = len + 1;
        }
        len = template_decode(tally->buffer, text, len,
                              tally->selector.value < LOCUS_PART_COUNT
                              ? (enum locus_part)tally->selector.value : LOCUS_PART_COUNT);
        text = tally->buffer;
    }
    values_count(&tally->values, text, len);
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

static void write_values(const struct top_options *options, const struct tally *tally)
{
    const struct values *values = &tally->values;
    int width = 0;

    if (values->count > 0) {
        qsort(values->value, values->count, sizeof *values->value, by_count);
        width = snprintf(NULL, 0, "%" PRIu64, values->value[0].count);
    }
    if (options->scan.format == FORMAT_TSV) {
        OUT_LITERAL("count\t");
        out_string(options->by);
        out_end_record();
    }
    for (size_t i = 0; i < values->count && i < options->limit; i++) {
        if (options->scan.format == FORMAT_JSON)
            write_json(&values->value[i]);
        else if (options->scan.format == FORMAT_TSV)
            write_tsv(&values->value[i]);
        else
            write_text(&values->value[i], width, tally->selector.decoded);
    }
}

static int run_top(int argc, char **argv)
{
    struct tally tally = { .buffer = NULL };
    struct taker taker = { .take = take_url, .data = &tally };
    struct top_options options = { .scan = SCAN_DEFAULTS, .limit = 10 };
    struct operands operands;
    int status;

    options_read(&verb_top, &options, &operands, argc, argv);
    scan_need_grammar(&verb_top, &options.scan);
    if (options.scan.format == FORMAT_NONE)
        options.scan.format = FORMAT_URL;
    if (!options.by)
        usage_error(verb_top.name, "--by PART is required (examples: --by host,"
                    " --by path:decoded)");
    select_value(&tally.selector, verb_top.name, options.by);
    taker.parts = tally.selector.value < LOCUS_PART_COUNT;
    values_open(&tally.values);
    status = scan_operands(&options.scan, &operands, &taker);
    write_values(&options, &tally);
    if (status == STATUS_OK && tally.values.count == 0)
        status = STATUS_NONE;
    values_close(&tally.values);
    free(tally.buffer);
    free(tally.selector.key);
    scan_options_free(&options.scan);
    return status;
}

static const struct word formats[] = {
    { "text", FORMAT_URL, "default" },
    { "json", FORMAT_JSON, NULL },
    { "tsv", FORMAT_TSV, NULL },
    { NULL, 0, NULL }
};

static const char *const examples[] = {
    "locus top --by host access.log",
    "locus top --by path:decoded -n 0 -o tsv *.log.gz",
    NULL
};

const struct verb verb_top = {
    .name = "top",
    .operands = "[FILE...]",
    .summary = "count the values of a part of URLs",
    .about = "Find URLs, and count the values of one of their parts, the most frequent"
             " first.\nWithout FILE, or if it is -, read standard input. Reads .gz"
             " .zst .xz .bz2 .lz4.\n",
    .notes = "Exit status: 0 something found, 1 nothing, 2 usage or I/O error.\n",
    .examples = examples,
    .options = uses,
    .formats = formats,
    .grammar = &locus_web,
    .run = run_top,
    .operand = OPERAND_FILE
};
