/* SPDX-License-Identifier: MIT */
#ifndef URL_SEARCH_H
#define URL_SEARCH_H

#include "cli/record/pipeline.h"
#include "cli/urls/skipped-urls.h"

/* Which URLs are found: options. */
struct url_options {
    const struct locus_grammar *grammar; /* NULL: no -g */
    const struct locus_context *context; /* NULL: no -x */
    struct scheme_names schemes;
    struct delimiters   delimiters;
    struct definitions  define;
    uint64_t            max_url;  /* the longest URL, in bytes */
};

/* Sets the members of a scan that its caller may set. */
void url_search_choose(struct locus_scan *scan, const struct url_options *options);

/*
 * What urls.c looks for: the same in all blocks.
 */
struct url_search {
    struct locus_scan scan;       /* initial state for a block */
    struct record     record;     /* what all URLs have in common */
    const struct pipeline *pipeline; /* of each record */
    struct skipped_urls *skipped;     /* for URLs that do not become records */
    const struct locus_context *context;
    uint64_t max_url;             /* the longest URL, in bytes */
    bool     only_count;          /* no member of the records is needed */
    bool     lines;               /* record.line is needed */
};

/* Prepares the search; the caller sets `pipeline` and `skipped` before. Sets how files may be
   cut into blocks: blocks.cut. */
void url_search_begin(struct url_search *search, struct blocks *blocks,
                      const struct url_options *options);

/* Takes a record of each URL of a whole block through the pipeline. Returns how many reached
   its end. Threads may call it at the same time. */
uint64_t url_search_block(const struct url_search *search, struct block *block,
                          struct undecided *undecided);

#endif
