/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/log/log-search.h"

#include "cli/log/log-format.h"
#include "cli/scan/scan-run.h"

void log_search_begin(struct scan_run *run)
{
    const struct scan_options *const options = run->options;
    struct log_search *const search = &run->log;
    struct blocks *const blocks = &run->blocks;

    /* A record is taken at once; a reject may be kept in pieces. */
    blocks->steady = options->rejects != NULL;
    search->log = &options->log;
    if (search->log->format) {
        blocks->cut.place = log_cut_place(search->log);
    } else {
        log_formats_begin(search->log);
        blocks->look = log_format_of;
    }
    search->grammars = options->grammars;
    search->of = options->of;
    search->max_line = (uint32_t)options->max_url;
    search->only_count = run->pipeline.stage_count == 0 && !run->pipeline.sink.take
                         && search->of == 1u << OF_TARGET;
    search->keeps_rejects = options->rejects != NULL;
    search->record.found = true;
    search->record.own = &options->define.schemes;
    if (search->of & 1u << OF_AGENT) {
        locus_scan_init(&search->scan, options->grammars.of[OF_AGENT], options->context);
        scan_choose(&search->scan, options);
    }
}
