/* SPDX-License-Identifier: MIT
 *
 * locus top: which values a part of the URLs in files and streams has, the most
 * frequent ones first. Memory grows with the values that differ, and with nothing
 * else.
 */
#include "cli/cli.h"

#include "cli/options/arguments.h"
#include "cli/options/selector.h"
#include "cli/scan/scan-operands.h"
#include "cli/top/tally.h"
#include "cli/top/write-values.h"

struct top_options {
    struct scan_options scan;
    const char *by;               /* NULL: not given */
    uint64_t    limit;            /* write so many values */
};

static const struct option_use uses[] = {
    REQUIRES(struct top_options, by),
    TAKES(struct top_options, limit),
    TAKES_AS(struct top_options, scan.grammar, grammar),
    TAKES_AS(struct top_options, scan.log, log),
    TAKES_AS(struct top_options, scan.of, of),
    TAKES_AS(struct top_options, scan.context, context),
    TAKES_AS(struct top_options, scan.schemes, schemes),
    TAKES_AS(struct top_options, scan.delimiters, delimiters),
    TAKES_AS(struct top_options, scan.valid, valid),
    TAKES_AS(struct top_options, scan.define, define),
    TAKES_AS(struct top_options, scan.format, output),
    TAKES_AS(struct top_options, scan.rejects, rejects),
    TAKES_AS(struct top_options, scan.stats, stats),
    TAKES_AS(struct top_options, scan.max_url, max_url),
    TAKES_AS(struct top_options, scan.max_window, max_window),
    TAKES_AS(struct top_options, scan.no_progress, no_progress),
    TAKES_HELP
};

static int run_top(int argc, char **argv)
{
    struct top_options options = { .scan = SCAN_DEFAULTS, .limit = 10 };
    struct operands operands;
    struct tally tally;
    struct sink sink;
    int status;

    options_read(&verb_top, &options, &operands, argc, argv);
    scan_complete(&verb_top, &options.scan);
    if (!options.by)
        usage_error(verb_top.name, "--by PART is required (examples: --by host,"
                    " --by path:decoded)");
    select_value(&tally.selector, verb_top.name, options.by);
    tally_open(&tally);
    sink = tally_sink(&tally);
    status = scan_operands(&options.scan, &operands, &sink);
    write_values(&tally.values, &(struct values_form){
        .format = options.scan.format, .name = options.by, .limit = options.limit,
        .decoded = tally.selector.decoded
    });
    if (status == STATUS_OK && tally.values.count == 0)
        status = STATUS_NONE;
    tally_close(&tally);
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
    .grammar_follows = true,
    .unusable = LOCUS_TRAIT_AUTHORITY,
    .run = run_top,
    .operand = OPERAND_FILE
};
