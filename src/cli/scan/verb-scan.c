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
#include "cli/writers/writers.h"

static void begin_writer(struct writer *writer, const struct scan_options *options)
{
    if (options->line_buffered)
        out_line_buffered();
    if (options->get && options->findings)
        usage_error(verb_scan.name, "--findings cannot be used with --get; write"
                    " {findings} in the template");
    writer_open(writer, &(struct selecting){ verb_scan.name, "--get", &options->log, true },
                options->format, options->get);
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
    struct scan_options options = SCAN_DEFAULTS;
    struct operands operands;
    struct writer writer;
    struct sink sink;
    int status;

    options_read(&verb_scan, &options, &operands, argc, argv);
    refuse_both(&verb_scan, options.get, options.format);
    scan_complete(&verb_scan, &options);
    if (options.format == FORMAT_NONE)
        options.format = FORMAT_URL;
    begin_writer(&writer, &options);
    sink = writer_sink(&writer);
    status = scan_operands(&options, &operands, &sink);
    writer_close(&writer);
    scan_options_free(&options);
    return status;
}

static const struct option_use uses[] = {
    TAKES(struct scan_options, grammar),
    TAKES(struct scan_options, log),
    TAKES(struct scan_options, of),
    TAKES(struct scan_options, context),
    TAKES(struct scan_options, schemes),
    TAKES(struct scan_options, delimiters),
    TAKES(struct scan_options, valid),
    TAKES(struct scan_options, where),
    TAKES(struct scan_options, define),
    TAKES_AS(struct scan_options, format, output),
    TAKES(struct scan_options, get),
    TAKES(struct scan_options, findings),
    TAKES(struct scan_options, count),
    TAKES(struct scan_options, with_filename),
    TAKES(struct scan_options, line_number),
    TAKES(struct scan_options, byte_offset),
    TAKES(struct scan_options, threads),
    TAKES(struct scan_options, rejects),
    TAKES(struct scan_options, stats),
    TAKES(struct scan_options, line_buffered),
    TAKES(struct scan_options, max_url),
    TAKES(struct scan_options, max_window),
    TAKES(struct scan_options, no_progress),
    TAKES_HELP
};

static const struct word formats[] = {
    { "url", FORMAT_URL, "default" },
    { "json", FORMAT_JSON, NULL },
    { "tsv", FORMAT_TSV, NULL },
    { NULL, 0, NULL }
};

static const char *const examples[] = {
    "locus scan -x raw --schemes http,https access.log",
    "tail -f access.log | locus scan --line-buffered --get '{host}'",
    "locus scan -o json *.log.gz | jq -r .input",
    "locus scan --log combined --get '{path}' access.log",
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
    .operand = OPERAND_FILE
};
