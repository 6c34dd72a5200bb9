/* SPDX-License-Identifier: MIT
 *
 * locus parse: writes one record for each item, in order, whether or not it is valid.
 */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/help/suggest.h"
#include "cli/human/screen.h"
#include "cli/input/items.h"
#include "cli/options/arguments.h"
#include "cli/output/output.h"
#include "cli/record/stages.h"
#include "cli/stream/stream.h"
#include "cli/verbs.h"
#include "cli/writers/writers.h"

struct parse_options {
    const struct locus_grammar *grammar;
    const char        *method;    /* NULL: no --method */
    const char        *get;       /* NULL: no --get */
    const char        *columns;   /* NULL: no --columns */
    struct definitions define;
    enum format        format;
    enum color         color;
    enum input_format  input;
    uint64_t           max_url;   /* 0: not given */
    bool               findings;
    bool               stream;
    bool               null;
    bool               line_buffered;
};

static const struct option_use uses[] = {
    TAKES(struct parse_options, grammar),
    TAKES(struct parse_options, method),
    TAKES_AS(struct parse_options, format, output),
    TAKES(struct parse_options, get),
    TAKES(struct parse_options, columns),
    TAKES(struct parse_options, findings),
    TAKES(struct parse_options, define),
    TAKES(struct parse_options, null),
    TAKES(struct parse_options, color),
    TAKES(struct parse_options, line_buffered),
    TAKES(struct parse_options, stream),
    TAKES(struct parse_options, input),
    TAKES(struct parse_options, max_url),
    TAKES_HELP
};

struct run {
    struct parse_options options;
    struct operands operands;
    struct writer   writer;
    struct pipeline pipeline;
    struct scratch  scratch;      /* for values of a record */
    bool            silent;       /* the record itself contains the error */
    int             status;       /* enum status */
};

/* Ends the command if options exclude each other, or need --stream. */
static void check_output(const struct run *run)
{
    const struct parse_options *const options = &run->options;
    const enum format format = options->format;

    refuse_both(&verb_parse, options->get, format);
    if (options->get && options->findings)
        usage_error(verb_parse.name, "--findings cannot be used with --get; write"
                    " {findings} in the template");
    if (options->columns && format != FORMAT_TSV && format != FORMAT_JSON
        && format != FORMAT_TUPLE && format != FORMAT_ROW_BINARY)
        usage_error(verb_parse.name, "--columns is for -o tsv, json, tuple and rowbinary");
    if (options->findings && (format == FORMAT_TUPLE || format == FORMAT_ROW_BINARY
                              || (options->columns && format == FORMAT_JSON)))
        usage_error(verb_parse.name, "--findings cannot be used with -o tuple or rowbinary, or"
                    " with -o json and --columns; add findings to --columns");
    if ((format == FORMAT_ROW_BINARY) != (options->input == INPUT_ROW_BINARY))
        usage_error(verb_parse.name, "--input rowbinary and -o rowbinary require each other:"
                    " the types of its columns are written for each block that is read");
    if (!options->stream && options->input != INPUT_LINES)
        usage_error(verb_parse.name, "--input requires --stream");
    if (!options->stream && options->max_url > 0)
        usage_error(verb_parse.name, "--max-url requires --stream; without it, a URL may have"
                    " any length");
}

/* The same for options that --stream excludes. */
static void check_stream(const struct run *run)
{
    const struct parse_options *const options = &run->options;

    if (!options->stream)
        return;
    if (options->get)
        usage_error(verb_parse.name, "--get cannot be used with --stream; choose values with"
                    " -o tsv --columns LIST");
    if (options->format == FORMAT_HUMAN || options->format == FORMAT_URL)
        usage_error(verb_parse.name, "--stream writes json, rowbinary, tsv or tuple (-o)");
    if (options->null && options->input == INPUT_TSV)
        usage_error(verb_parse.name, "-0 cannot be used with --input tsv, whose rows end with"
                    " a newline");
    if (options->null && options->input == INPUT_ROW_BINARY)
        usage_error(verb_parse.name, "-0 cannot be used with --input rowbinary, whose rows have"
                    " lengths");
    if (options->format == FORMAT_ROW_BINARY && isatty(STDOUT_FILENO))
        usage_error(verb_parse.name, "-o rowbinary is not written to a terminal");
    if (run->operands.given
        && (run->operands.count > 1 || strcmp(*run->operands.at, "-") != 0))
        usage_error(verb_parse.name, "--stream reads standard input; unexpected argument '%s'",
                    *run->operands.at);
}

/* The format, which depends on where it is written. */
static enum format choose_format(const struct parse_options *options)
{
    if (options->stream && options->format == FORMAT_TSV)
        return FORMAT_ROW;
    if (options->format != FORMAT_NONE)
        return options->format;
    return isatty(STDOUT_FILENO) && !options->stream ? FORMAT_HUMAN : FORMAT_JSON;
}

static void begin(struct run *run)
{
    const struct parse_options *options = &run->options;
    const bool terminal = isatty(STDOUT_FILENO);
    const enum format format = choose_format(options);

    if (options->line_buffered)
        out_line_buffered();
    writer_open(&run->writer, &(struct selecting){ .verb = verb_parse.name, .option = "--get",
                .grammar = options->grammar, .cells = options->input != INPUT_LINES },
                format, options->get, options->columns);
    run->writer.columns.findings = options->findings;
    run->writer.color = screen_has_color(options->color);
    writer_begin(&run->writer);
    if (options->get)
        run->silent = false;
    else if (format == FORMAT_HUMAN)
        /* If both are on one screen, the drawing already shows the error. */
        run->silent = terminal && isatty(STDERR_FILENO);
    else
        run->silent = format == FORMAT_JSON;

    pipeline_add(&run->pipeline, options->stream ? stage_parse_row : stage_parse,
                 options->grammar);
    if (options->method)
        pipeline_add(&run->pipeline, stage_method, options->method);
    if (options->findings)
        pipeline_add(&run->pipeline, stage_findings, NULL);
    run->pipeline.sink = writer_sink(&run->writer);
}

static void parse_item(void *context, const char *unit, uint64_t number,
                       const char *text, size_t len)
{
    struct run *run = context;
    struct record record = record_of_item(text, len, number, &run->scratch,
                                          &run->options.define.schemes);

    pipeline_run(&run->pipeline, &record);
    if (record.url.error == 0)
        return;
    if (run->status == STATUS_OK)
        run->status = STATUS_NONE;
    if (!run->silent) {
        char sentence[URL_ERROR_SIZE];

        record_error(&record, sentence);
        complain("%s %" PRIu64 ": %s: byte %" PRIu32 ": %s", unit, number,
                 locus_error_name(record.url.error), record.url.error_offset,
                 sentence);
    }
    suggest_input(&run->operands, number, text);
}

/* Ends the command if --method is not a method, or the grammar is not one of targets. */
static void check_method(const struct parse_options *options)
{
    struct locus_url url;

    if (!options->method)
        return;
    if (!(locus_grammar_traits(options->grammar) & LOCUS_TRAIT_TARGET))
        usage_error(verb_parse.name, "--method requires -g request-target or -g web-target");
    if (!*options->method)
        usage_error(verb_parse.name, "--method must not be empty");
    if (locus_parse_target(&url, "/", 1, options->grammar, options->method,
                           strlen(options->method)) == LOCUS_ERROR_METHOD)
        usage_error(verb_parse.name, "--method: '%s': byte %u: %s", options->method,
                    (unsigned)url.error_offset, locus_strerror(url.error));
}

static int run_parse(int argc, char **argv)
{
    struct run run = { .status = STATUS_OK };

    options_read(&verb_parse, &run.options, &run.operands, argc, argv);
    check_output(&run);
    check_stream(&run);
    need_grammar(&verb_parse, run.options.grammar);
    check_method(&run.options);
    begin(&run);
    if (run.options.stream)
        run.status = stream_lines(&run.pipeline, &(struct stream_how){
            .scratch = &run.scratch, .own = &run.options.define.schemes, .null = run.options.null,
            .input = run.options.input, .writer = &run.writer,
            .keys = writer_has(&run.writer, VALUE_PARAMETER),
            .max_url = run.options.max_url > 0 ? run.options.max_url : MAX_URL
        });
    else if (!items_each(run.operands.at, run.operands.count, run.options.null,
                    parse_item, &run))
        run.status = STATUS_ERROR;
    writer_close(&run.writer);
    scratch_free(&run.scratch);
    free(run.options.define.entries);
    return run.status;
}

static const struct word formats[] = {
    { "human", FORMAT_HUMAN, "default on a terminal" },
    { "json", FORMAT_JSON, "default elsewhere" },
    { "rowbinary", FORMAT_ROW_BINARY, NULL },
    { "tsv", FORMAT_TSV, NULL },
    { "tuple", FORMAT_TUPLE, NULL },
    { "url", FORMAT_URL, NULL },
    { NULL, 0, NULL }
};

static const char *const examples[] = {
    "locus parse -g rfc1738 'ftp://u:p@example.org/a;type=i'",
    "locus parse -o json < urls.txt | jq .port",
    "locus parse --get '{host}\\t{path:decoded}' < urls.txt",
    "locus parse --stream -o tsv --columns host,port_number < urls.txt",
    "locus parse -g web-target --method GET '//example.org/a?b'",
    NULL
};

const struct verb verb_parse = {
    .name = "parse",
    .operands = "[URL...]",
    .summary = "parse URLs",
    .about = "Parse URLs. Without URL, or if it is -, read lines from standard input.\n",
    .notes = "Each URL gives one record, in order, whether or not it is valid.\n"
             "Exit status: 0 all valid, or --stream; 1 some not; 2 usage or I/O error.\n",
    .examples = examples,
    .options = uses,
    .formats = formats,
    .grammar = &locus_rfc3986,
    .run = run_parse,
    .word = WORD_URL,
    .purpose = "to parse this URL"
};
