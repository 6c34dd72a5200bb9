/* SPDX-License-Identifier: MIT */
#ifndef URL_SEARCH_H
#define URL_SEARCH_H

#include "cli/record/record.h"

/*
 * What urls.c looks for: the same in all blocks.
 */
struct url_search {
    struct locus_scan scan;       /* initial state for a block */
    struct record     record;     /* what all URLs have in common */
    const struct locus_context *context;
    uint64_t max_url;             /* the longest URL, in bytes */
    bool     only_count;          /* no member of the records is needed */
    bool     lines;               /* record.line is needed */
};

struct scan_run;

/* Prepares the search, and sets how files may be cut into blocks (record_source.begin). */
void url_search_begin(struct scan_run *run);

#endif
