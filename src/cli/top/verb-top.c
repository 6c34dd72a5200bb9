/* SPDX-License-Identifier: MIT
 *
 * locus top: which values a part of the URLs in files and streams has, the most
 * frequent ones first. Memory is proportional to the number of distinct values, unless
 * --max-memory limits it.
 */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/human/screen.h"
#include "cli/options/arguments.h"
#include "cli/output/output.h"
#include "cli/scan/scan-operands.h"
#include "cli/selectors/selector.h"
#include "cli/top/tally.h"
#include "cli/top/write-values.h"
#include "cli/verbs.h"
#include "common/find-name.h"

struct top_options {
    struct search_options search;
    enum format format;
    struct texts by;              /* the selectors of each table */
    const char *sum;              /* NULL: not given */
    uint64_t    limit;            /* number of values to write */
    uint64_t    max_memory;       /* bytes; 0: not given */
    enum color  color;
};

static const struct option_use uses[] = {
    REQUIRES(struct top_options, by),
    TAKES(struct top_options, sum),
    TAKES(struct top_options, limit),
    TAKES(struct top_options, max_memory),
    TAKES_SEARCH_OPTIONS(struct top_options),
    TAKES_AS(struct top_options, format, output),
    TAKES(struct top_options, color),
    TAKES_READING_OPTIONS(struct top_options),
    TAKES_HELP
};

/* --sum: one selector. */
static void read_sum(struct selector_list *sum, const struct top_options *options)
{
    const struct selecting selecting = search_selecting(&verb_top, "--sum", &options->search);

    if (!options->sum)
        return;
    selectors_read(sum, &selecting, options->sum);
    if (sum->count != 1)
        usage_error(verb_top.name, "--sum takes one name, not '%s'", options->sum);
}

/* The list of a table, of which each value is counted. */
static const struct listed *find_list(const struct selector_list *by)
{
    const struct listed *list = NULL;

    for (size_t i = 0; i < by->count; i++) {
        if (!selector_is_list(&by->at[i].selector))
            continue;
        if (list)
            usage_error(verb_top.name, "--by: only one of %.*s and %.*s is allowed in a table",
                        (int)list->name_len, list->name, (int)by->at[i].name_len,
                        by->at[i].name);
        list = &by->at[i];
    }
    return list;
}

/* In -o json, each name is there once; with --max-memory, "error" is that of the count. */
static void check_json(const struct selector_list *by, const struct selecting *selecting,
                       const struct top_options *options)
{
    selectors_check_names(by, selecting);
    for (size_t i = 0; options->max_memory > 0 && i < by->count; i++)
        if (is_name("error", by->at[i].name, by->at[i].name_len))
            usage_error(verb_top.name, "--by error cannot be used with --max-memory and -o json,"
                        " where \"error\" is the error of the count");
}

static void open_tallies(struct tallies *tallies, const struct selector_list *sum,
                         const struct top_options *options)
{
    const struct selecting selecting = search_selecting(&verb_top, "--by", &options->search);
    const struct tally model = {
        .is_log = options->search.log.choice.given, .sum = sum->count > 0 ? sum->at : NULL
    };

    *tallies = (struct tallies){
        .count = options->by.count, .threads = options->search.threads,
        .memory = (size_t)options->max_memory
    };
    if (options->max_memory && options->max_memory < tallies_memory_least(tallies))
        usage_error(verb_top.name, "--max-memory: %" PRIu64 " bytes are too few; these tables"
                    " need %" PRIu64 " or more", options->max_memory,
                    tallies_memory_least(tallies));
    tallies->by = mem_resize(NULL, tallies->count * sizeof *tallies->by);
    tallies->each = mem_resize(NULL, tallies->count * sizeof(void *));
    for (size_t i = 0; i < tallies->count; i++) {
        selectors_read(&tallies->by[i], &selecting, options->by.text[i]);
        if (options->format == FORMAT_JSON)
            check_json(&tallies->by[i], &selecting, options);
        tallies->each[i] = find_list(&tallies->by[i]);
    }
    tallies_open(tallies, &model);
}

/* Reports what is not in the numbers of a table, or makes them inexact. Returns false if
   records are missing. */
static bool report(const struct tally *tally, const char *by)
{
    const struct values *const values = &tally->values;

    if (values->floor > 0)
        complain("--by %s: more values than fit in --max-memory: a count may be too high by"
                 " up to its error; a value that is not in the table occurs at most %" PRIu64
                 " times%s", by, values->floor,
                 tally->sum ? "; a sum may be too low" : "");
    if (tally->sum && tally->too_large > 0)
        complain("--by %s: %" PRIu64 " number%s of '%.*s' %s not added to the sum:"
                 " larger than %" PRIu64, by, tally->too_large, tally->too_large == 1 ? "" : "s",
                 (int)tally->sum->name_len, tally->sum->name,
                 tally->too_large == 1 ? "was" : "were", UINT64_MAX);
    if (values->too_long > 0)
        complain("--by %s: %" PRIu64 " value%s too long and omitted; --max-memory must be at"
                 " least %d times as large as a value", by, values->too_long,
                 values->too_long == 1 ? " was" : "s were", VALUES_SHARE);
    return values->too_long == 0 && tally->too_large == 0;
}

/* Writes the tables, with an empty line between them. Returns whether they have any
   row. */
static bool write_tables(const struct tallies *tallies, const struct top_options *options)
{
    enum format format = options->format;
    bool found = false;

    if (format == FORMAT_NONE)
        format = isatty(STDOUT_FILENO) ? FORMAT_HUMAN : FORMAT_URL;
    screen_open(screen_has_color(options->color));
    for (size_t i = 0; i < tallies->count; i++) {
        if (i > 0 && format != FORMAT_JSON)
            out_end_record();
        write_values(&tallies->of[0][i], format, options->limit);
        found |= tallies->of[0][i].values.count > 0;
    }
    return found;
}

static int run_top(int argc, char **argv)
{
    struct top_options options = { .search = SEARCH_DEFAULTS, .limit = LIMIT };
    struct operands operands;
    struct selector_list sum = { .count = 0 };
    struct tallies tallies;
    struct record_use use = { .count = COUNT_NONE };
    int status;

    options_read(&verb_top, &options, &operands, argc, argv);
    search_complete(&verb_top, &options.search);
    if (options.by.count == 0)
        usage_error(verb_top.name, "--by PART is required (examples: --by host,"
                    " --by path:decoded)");
    read_sum(&sum, &options);
    open_tallies(&tallies, &sum, &options);
    use.sink = tallies_sink(&tallies);
    status = scan_operands(&options.search, &operands, &use);
    tallies_merge(&tallies);
    if (!write_tables(&tallies, &options) && status == STATUS_OK)
        status = STATUS_NONE;
    for (size_t i = 0; i < tallies.count; i++)
        if (!report(&tallies.of[0][i], options.by.text[i]))
            status = STATUS_ERROR;
    tallies_close(&tallies);
    selectors_free(&sum);
    free(options.by.text);
    search_options_free(&options.search);
    return status;
}

static const struct word formats[] = {
    { "human", FORMAT_HUMAN, "default on a terminal" },
    { "text", FORMAT_URL, "default elsewhere" },
    { "json", FORMAT_JSON, NULL },
    { "tsv", FORMAT_TSV, NULL },
    { "csv", FORMAT_CSV, NULL },
    { NULL, 0, NULL }
};

static const char *const examples[] = {
    "locus top --log auto --by path,status access.log",
    "locus top -r --log auto --by client --sum bytes /var/log/nginx",
    "locus top --by host -n 0 -o tsv urls.txt",
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
