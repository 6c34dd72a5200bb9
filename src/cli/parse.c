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
#include "suggest.h"
#include "template.h"


struct run {
    struct options  options;
    struct template template;
    enum format     format;       /* FORMAT_NONE: the template */
    bool            silent;       /* the record itself tells of an error */
    int             status;       /* enum status */
    struct columns  columns;
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

    run->columns.findings = options->findings;
    if (options->line_buffered)
        out_line_buffered();
    if (options->get && options->findings)
        usage_error("parse", "--findings: in a template write {findings}");
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
        tsv_header(&run->columns);
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
        tsv_record(record, &run->columns);
        break;
    case FORMAT_HUMAN:
        human_record(record);
        break;
    case FORMAT_URL:
        if (record->url.error == 0)
            out_url(record->text, record->len);
        if (record->with_findings) {
            out_char('\t');
            write_findings(record->findings);
        }
        out_end_record();
        break;
    case FORMAT_NONE:
        template_write(&run->template, record);
        break;
    }
}

static void parse_item(void *context, const char *unit, uint64_t number,
                       const char *text, size_t len)
{
    struct run *run = context;
    struct record record = { .text = text, .len = len, .line = number,
                             .own = &run->options.own };

    locus_parse(&record.url, text, len, run->options.grammar);
    if (run->options.findings) {
        record.with_findings = true;
        record.findings = locus_findings(&record.url, text, len,
                                         &run->options.own);
    }
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
    suggest_input(&run->options, number, text);
}

int verb_parse(int argc, char **argv)
{
    struct run run = { .status = STATUS_OK };

    options_parse(&run.options, argc, argv);
    begin(&run);
    if (!items_each(run.options.operands, run.options.operand_count,
                    run.options.null, parse_item, &run))
        run.status = STATUS_ERROR;
    template_free(&run.template);
    options_free(&run.options);
    return run.status;
}
