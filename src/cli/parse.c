/* SPDX-License-Identifier: MIT
 *
 * locus parse: one record for each item, in order, valid or not.
 */
#include "cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "human.h"
#include "items.h"
#include "options.h"
#include "output.h"
#include "record.h"
#include "template.h"

static const struct columns no_columns;

struct run {
    struct options  options;
    struct template template;
    enum format     format;       /* FORMAT_NONE: the template */
    bool            silent;       /* the record itself tells of an error */
    int             status;       /* enum status */
};

static bool wants_color(enum color color)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");

    if (color != COLOR_AUTO)
        return color == COLOR_ALWAYS;
    return isatty(STDOUT_FILENO) && !(no_color && *no_color)
        && term && strcmp(term, "dumb") != 0;
}

static void begin(struct run *run)
{
    const struct options *options = &run->options;
    const bool terminal = isatty(STDOUT_FILENO);

    if (options->line_buffered)
        out_line_buffered();
    if (options->get) {
        template_read(&run->template, "parse", options->get);
        return;
    }
    run->format = options->format;
    if (run->format == FORMAT_NONE)
        run->format = terminal ? FORMAT_HUMAN : FORMAT_JSON;
    switch (run->format) {
    case FORMAT_JSON:
        json_open();
        run->silent = true;
        break;
    case FORMAT_TSV:
        tsv_header(&no_columns);
        break;
    case FORMAT_HUMAN:
        human_open(wants_color(options->color));
        /* Both on one screen: the drawing says it already. */
        run->silent = terminal && isatty(STDERR_FILENO);
        break;
    case FORMAT_URL:
    case FORMAT_NONE:
        break;
    }
}

static void write_record(const struct run *run, const struct record *record)
{
    switch (run->format) {
    case FORMAT_JSON:
        json_record(record);
        break;
    case FORMAT_TSV:
        tsv_record(record, &no_columns);
        break;
    case FORMAT_HUMAN:
        human_record(record);
        break;
    case FORMAT_URL:
        if (record->url.error == 0)
            out_write(record->text, record->len);
        out_end_record();
        break;
    case FORMAT_NONE:
        template_write(&run->template, record);
        break;
    }
}

/* `unit` is what is counted: items or lines. */
static void parse_item(struct run *run, const char *unit, uint64_t number,
                       const char *text, size_t len)
{
    struct record record = { .text = text, .len = len, .line = number };

    locus_parse(&record.url, text, len, run->options.grammar);
    write_record(run, &record);
    if (record.url.error == 0)
        return;
    if (run->status == STATUS_OK)
        run->status = STATUS_NONE;
    if (!run->silent) {
        char sentence[RECORD_ERROR_SIZE];

        record_error(&record, sentence);
        complain("%s %" PRIu64 ": %s: byte %" PRIu32 ": %s", unit, number,
                 locus_error_name(record.url.error), record.url.error_offset,
                 sentence);
    }
}

static void parse_standard_input(struct run *run)
{
    const char *unit = run->options.null ? "item" : "line";
    struct items items;
    const char *text;
    size_t len;

    if (items_open(&items, "-", run->options.null))
        for (uint64_t number = 1; items_next(&items, &text, &len); number++)
            parse_item(run, unit, number, text, len);
    if (items.source.error) {
        complain("%s: %s", items.source.name, items.source.error);
        run->status = STATUS_ERROR;
    }
    items_close(&items);
}

int verb_parse(int argc, char **argv)
{
    struct run run = { .status = STATUS_OK };

    options_parse(&run.options, argc, argv);
    begin(&run);
    for (int i = 0; i < run.options.operand_count; i++) {
        const char *operand = run.options.operands[i];

        if (strcmp(operand, "-") == 0)
            parse_standard_input(&run);
        else
            parse_item(&run, "item", (uint64_t)i + 1, operand,
                       strlen(operand));
    }
    template_free(&run.template);
    options_free(&run.options);
    return run.status;
}
