/* SPDX-License-Identifier: MIT
 *
 * locus scan: find the URLs of files and streams. Memory does not grow with the
 * input: there is one window, or a few with threads, and a window grows only while a
 * single URL fills it.
 */
#include "cli/cli.h"

#include "cli/options/arguments.h"
#include "cli/output/output.h"
#include "cli/scan/scan-operands.h"
#include "cli/scan/unique.h"
#include "cli/verbs.h"
#include "cli/writers/writers.h"

struct verb_options {
    struct scan_options scan;
    bool whole_line;
    bool unique;
};

/* -r implies -H, unless a template or columns say what is written. */
static void choose_filename(struct scan_options *scan)
{
    if (scan->with_filename && scan->no_filename)
        usage_error(verb_scan.name, "-H and --no-filename cannot be used together");
    if (scan->recursive && !scan->no_filename && !scan->get && !scan->columns)
        scan->with_filename = true;
}

/* Options that choose what is written exclude each other. */
static void check_output(struct verb_options *options)
{
    struct scan_options *const scan = &options->scan;

    choose_filename(scan);
    refuse_both(&verb_scan, scan->get, scan->format);
    if (scan->columns && scan->format != FORMAT_TSV && scan->format != FORMAT_CSV)
        usage_error(verb_scan.name, "--columns is for -o tsv and -o csv");
    if (options->whole_line && !scan->log.choice.given)
        usage_error(verb_scan.name, "--whole-line is for access logs; it needs --log");
    if (options->whole_line && (scan->get || scan->format != FORMAT_NONE))
        usage_error(verb_scan.name, "--whole-line cannot be used with --get or -o");
    if (options->whole_line)
        scan->get = "{text}";
    if (scan->get && scan->findings)
        usage_error(verb_scan.name, "--findings cannot be used with --get; write"
                    " {findings} in the template");
    if (options->unique && scan->threads > 1)
        usage_error(verb_scan.name, "--unique cannot be used with -j");
    if (scan->format == FORMAT_NONE)
        scan->format = FORMAT_URL;
}

static void begin_writer(struct writer *writer, const struct scan_options *options)
{
    const struct selecting selecting = scan_selecting(&verb_scan, "--get", options);

    if (options->line_buffered)
        out_line_buffered();
    writer_open(writer, &selecting, options->format, options->get, options->columns);
    writer->columns = (struct columns){
        .file = options->with_filename,
        .line = options->line_number,
        .offset = options->byte_offset,
        .findings = options->findings
    };
    if (!options->count)
        writer_begin(writer);
}

static int run_scan(int argc, char **argv)
{
    struct verb_options options = { .scan = SCAN_DEFAULTS };
    struct operands operands;
    struct unique unique;
    struct writer writer;
    struct sink sink;
    int status;

    options_read(&verb_scan, &options, &operands, argc, argv);
    scan_complete(&verb_scan, &options.scan);
    check_output(&options);
    begin_writer(&writer, &options.scan);
    if (options.unique) {
        unique_open(&unique, &writer.template, &writer.list);
        options.scan.unique = &unique;
    }
    sink = writer_sink(&writer);
    status = scan_operands(&options.scan, &operands, &sink);
    if (options.unique)
        unique_close(&unique);
    writer_close(&writer);
    scan_options_free(&options.scan);
    return status;
}

static const struct option_use uses[] = {
    TAKES_SEARCH_OPTIONS(struct verb_options),
    TAKES_AS(struct verb_options, scan.get, get),
    TAKES_AS(struct verb_options, scan.columns, columns),
    TAKES(struct verb_options, whole_line),
    TAKES(struct verb_options, unique),
    TAKES_AS(struct verb_options, scan.findings, findings),
    TAKES_AS(struct verb_options, scan.count, count),
    TAKES_AS(struct verb_options, scan.with_filename, with_filename),
    TAKES_AS(struct verb_options, scan.no_filename, no_filename),
    TAKES_AS(struct verb_options, scan.line_number, line_number),
    TAKES_AS(struct verb_options, scan.byte_offset, byte_offset),
    TAKES_AS(struct verb_options, scan.line_buffered, line_buffered),
    TAKES_READING_OPTIONS(struct verb_options),
    TAKES_HELP
};

static const struct word formats[] = {
    { "url", FORMAT_URL, "default" },
    { "json", FORMAT_JSON, NULL },
    { "tsv", FORMAT_TSV, NULL },
    { "csv", FORMAT_CSV, NULL },
    { NULL, 0, NULL }
};

static const char *const examples[] = {
    "locus scan --log auto --where 'status>=500' --whole-line access.log",
    "tail -f access.log | locus scan --line-buffered --get '{host}'",
    "locus scan -o json *.log.gz | jq -r .input",
    "locus scan -x raw --schemes http,https page.html",
    NULL
};

const struct verb verb_scan = {
    .name = "scan",
    .operands = "[FILE...]",
    .summary = "find URLs in files or standard input",
    .about = "Find URLs in each FILE, or standard input (-). Reads .gz .zst .xz .bz2"
             " .lz4.\n",
    .notes = "Exit status: 0 something found, 1 nothing, 2 usage or I/O error.\n",
    .examples = examples,
    .options = uses,
    .formats = formats,
    .grammar = &locus_web,
    .grammar_follows = true,
    .unusable = LOCUS_TRAIT_AUTHORITY,
    .run = run_scan,
    .operand = OPERAND_FILE,
    .word = WORD_FILE,
    .purpose = "to find the URLs in this file"
};
