/* SPDX-License-Identifier: MIT */
#ifndef SKIPPED_URLS_H
#define SKIPPED_URLS_H

#include "cli/blocks/blocks.h"
#include "cli/record/record.h"

/*
 * Messages about URLs that are left out, and about files that could not be read. With
 * threads, they are written when it is the block's turn (out_wait()).
 */
struct skipped_urls {
    uint64_t max_url;             /* --max-url */
    uint64_t too_long;            /* URLs of the current file */
    bool     failed;              /* some input was not read completely */
};

/* Records that an input was not read completely. */
void skipped_urls_fail(struct skipped_urls *skipped);

/* A URL where the input ends early. */
void skipped_urls_cut(struct skipped_urls *skipped, const struct block *block,
                      const struct record *record);

/* A URL that is too long. */
void skipped_urls_too_long(struct skipped_urls *skipped, const struct block *block,
                           const struct record *record);

/* Call this at the end of each file. */
void skipped_urls_end_file(struct skipped_urls *skipped, const struct block *block);

#endif
