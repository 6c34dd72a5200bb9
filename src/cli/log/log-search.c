/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/log/log-search.h"

#include "cli/log/log-format.h"

void log_search_begin(struct log_search *search, struct blocks *blocks,
                      const struct log_options *options, const struct url_options *urls)
{
    search->is_given = options->choice.format != NULL;
    search->log = &options->choice;
    if (search->is_given) {
        blocks->cut.place = log_cut_place(search->log);
    } else {
        log_formats_begin(search->log);
        blocks->first_uncut = true;
    }
    search->grammars = options->grammars;
    search->of = options->of;
    search->max_line = (uint32_t)urls->max_url;
    search->only_count = pipeline_only_counts(search->pipeline)
                         && search->of == 1u << OF_TARGET;
    search->keeps_rejects = options->rejects != NULL;
    search->record = record_of_files(&urls->define.schemes, NULL);
    if (search->of & 1u << OF_AGENT) {
        locus_scan_init(&search->scan, options->grammars.of[OF_AGENT], urls->context);
        url_search_choose(&search->scan, urls);
    }
}

void log_search_begin_block(struct log_search *search, struct block *block,
                            struct log_results *results)
{
    if (block->first && !block->unopened && !search->is_given) {
        search->log = log_format_of(block);
        block_cut_at(block, log_cut_place(search->log));
    }
    results->log = search->log;
}
