/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/urls/url-search.h"

/* Whether a URL of the grammar may contain a quotation mark. */
static bool may_hold_quotes(const struct locus_grammar *grammar)
{
    static const char quoted[] = "x:\"";
    struct locus_url url;

    return locus_parse(&url, quoted, sizeof quoted - 1, grammar) == 0;
}

static void begin_blocks(struct blocks *blocks, const struct url_options *options)
{
    const unsigned traits = locus_context_traits(options->context);

    if (traits & LOCUS_CONTEXT_WRAPPED)
        blocks->cut.place = CUT_AFTER_UNWRAPPED_LINE;
    else if (traits & LOCUS_CONTEXT_PROSE)
        blocks->cut.place = CUT_AFTER_LINE;
    else
        blocks->cut.place = CUT_AFTER_STOP;
    blocks->cut.quotes = !may_hold_quotes(options->grammar);
}

void url_search_choose(struct locus_scan *scan, const struct url_options *options)
{
    if (options->schemes.name) {
        scan->schemes = options->schemes.name;
        scan->scheme_count = options->schemes.count;
    }
    scan->own = &options->define.schemes;
    scan->delimiters = options->delimiters.bytes;
    scan->delimiter_count = options->delimiters.count;
}

void url_search_begin(struct url_search *search, struct blocks *blocks,
                      const struct url_options *options)
{
    const struct pipeline *const pipeline = search->pipeline;

    begin_blocks(blocks, options);
    locus_scan_init(&search->scan, options->grammar, options->context);
    url_search_choose(&search->scan, options);
    search->record = record_of_files(&options->define.schemes, options->grammar);
    search->context = options->context;
    search->max_url = options->max_url;
    search->only_count = pipeline_only_counts(pipeline);
    search->lines = pipeline->sink.lines;
}
