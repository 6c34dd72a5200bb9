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
#include "cli/verbs.h"
#include "cli/writers/writers.h"

struct scan_options {
    struct search_options search;
    const char *get;              /* NULL: no --get */
    const char *columns;          /* NULL: no --columns */
    enum format format;
    bool whole_line;
    bool unique;
    bool findings;
    bool count;
    bool with_filename;
    bool no_filename;
    bool line_number;
    bool byte_offset;
    bool line_buffered;
};

/* -r implies -H, unless a template or columns say what is written. */
static void choose_filename(struct scan_options *options)
{
    if (options->with_filename && options->no_filename)
        usage_error(verb_scan.name, "-H and --no-filename cannot be used together");
    if (options->search.recursive && !options->no_filename && !options->get
        && !options->columns)
        options->with_filename = true;
}

/* Options that choose what is written exclude each other. */
static void check_output(struct scan_options *options)
{
    const bool is_log = options->search.log.choice.given;

    choose_filename(options);
    refuse_both(&verb_scan, options->get, options->format);
    if (options->columns && options->format != FORMAT_TSV && options->format != FORMAT_CSV)
        usage_error(verb_scan.name, "--columns is for -o tsv and -o csv");
    if (options->whole_line && !is_log)
        usage_error(verb_scan.name, "--whole-line is for access logs; it needs --log");
    if (options->whole_line && (options->get || options->format != FORMAT_NONE))
        usage_error(verb_scan.name, "--whole-line cannot be used with --get or -o");
    if (options->whole_line && options->findings)
        usage_error(verb_scan.name, "--findings cannot be used with --whole-line");
    if (options->whole_line)
        options->get = "{text}";
    if (options->get && options->findings)
        usage_error(verb_scan.name, "--findings cannot be used with --get; write"
                    " {findings} in the template");
    if (options->unique && options->search.threads > 1)
        usage_error(verb_scan.name, "--unique cannot be used with -j");
    if (options->format == FORMAT_NONE)
        options->format = FORMAT_URL;
}

static void begin_writer(struct writer *writer, const struct scan_options *options)
{
    const struct selecting selecting = search_selecting(&verb_scan, "--get",
                                                        &options->search);

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
    struct scan_options options = { .search = SEARCH_DEFAULTS };
    struct record_use use = { .count = COUNT_NONE };
    struct operands operands;
    struct unique unique;
    struct writer writer;
    int status;

    options_read(&verb_scan, &options, &operands, argc, argv);
    search_complete(&verb_scan, &options.search);
    check_output(&options);
    begin_writer(&writer, &options);
    use.sink = writer_sink(&writer);
    use.findings = options.findings;
    if (options.count)
        use.count = options.with_filename ? COUNT_EACH : COUNT_ALL;
    if (options.unique) {
        unique_open(&unique, &writer.template, &writer.list);
        use.unique = &unique;
    }
    status = scan_operands(&options.search, &operands, &use);
    if (options.unique)
        unique_close(&unique);
    writer_close(&writer);
    search_options_free(&options.search);
    return status;
}

static const struct option_use uses[] = {
    TAKES_SEARCH_OPTIONS(struct scan_options),
    TAKES_AS(struct scan_options, format, output),
    TAKES(struct scan_options, get),
    TAKES(struct scan_options, columns),
    TAKES(struct scan_options, whole_line),
    TAKES(struct scan_options, unique),
    TAKES(struct scan_options, findings),
    TAKES(struct scan_options, count),
    TAKES(struct scan_options, with_filename),
    TAKES(struct scan_options, no_filename),
    TAKES(struct scan_options, line_number),
    TAKES(struct scan_options, byte_offset),
    TAKES(struct scan_options, line_buffered),
    TAKES_READING_OPTIONS(struct scan_options),
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
