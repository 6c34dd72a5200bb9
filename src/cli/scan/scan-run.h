/* SPDX-License-Identifier: MIT */
#ifndef SCAN_RUN_H
#define SCAN_RUN_H

#include "cli/options/selector.h"
#include "cli/scan/blocks.h"
#include "cli/scan/pool.h"
#include "cli/scan/scan-operands.h"

/*
 * What scan_operands() does with the blocks. For the files of this folder.
 */

/* So many URLs that are too long are reported of a file; the others are counted. */
#define REPORTS 10

/* A URL that is not in the window as it is to be written. */
struct copy {
    char  *text;
    size_t size;
};

struct scan_run {
    /* What to do: the same for all threads. */
    const struct scan_options *options;
    const struct operands *operands;
    const struct taker *taker;    /* NULL: what is found is written */
    enum format       format;     /* FORMAT_HUMAN: FORMAT_URL on a terminal */
    struct template   template;
    struct columns    columns;    /* what tells where a URL was found */
    bool              parts;      /* the output needs locus_parse() */
    bool              lines;      /* and the number of the line */
    struct locus_scan scan;       /* at the beginning of a block */
    struct locus_url  no_url;     /* what a URL is that was not parsed */
    struct blocks     blocks;

    struct copy long_copy;        /* of a URL that is longer than a block, which only
                                     one thread has at a time (pool.h) */

    /* What came of it: for who has the turn. */
    uint64_t          found;      /* in all files */
    uint64_t          found_here; /* in the last one */
    uint64_t          skipped_here; /* URLs that were too long */
    bool              failed;
};

/* An input is not read to its end. */
void scan_failed(struct scan_run *run);

/* Looks through a block from its first byte to its last. Returns the number of
   URLs. Where an error ends the block, what ends only there is not found: it may go on
   in what could not be read. `pool` is NULL without threads. */
uint64_t scan_block(void *run, struct pool *pool, struct block *block);

/* "file:line:offset:", as grep has it. */
void write_prefix(const struct columns *columns, const struct record *record);

#endif
