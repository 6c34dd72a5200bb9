/* SPDX-License-Identifier: MIT */
#ifndef SCAN_RUN_H
#define SCAN_RUN_H

#include "cli/scan/blocks.h"
#include "cli/scan/pool.h"
#include "cli/scan/scan-operands.h"

/*
 * Scanning of the blocks for scan_operands(). Private to this folder.
 */

/* At most this many too long URLs are reported per file; the others are counted. */
#define REPORTS 10

/* A buffer for a URL that cannot be written from the window. */
struct copy {
    char  *text;
    size_t size;
};

struct scan_run {
    /* Settings, the same for all threads. */
    const struct scan_options *options;
    const struct operands *operands;
    struct flow       flow;       /* of each record */
    bool              only_count; /* no member of the records is needed */
    bool              lines;      /* record.line is needed */
    struct locus_scan scan;       /* initial state for a block */
    struct locus_url  no_url;     /* stands for a URL that was not parsed */
    struct blocks     blocks;

    struct copy long_copy;        /* of a URL longer than a block, which only one
                                     thread has at a time (pool.h) */

    /* Results; used only by the thread whose turn it is. */
    uint64_t          found;      /* in all files */
    uint64_t          found_here; /* in the last one */
    uint64_t          skipped_here; /* URLs that were too long */
    bool              failed;
};

/* Records that an input was not read completely. */
void scan_failed(struct scan_run *run);

/* Scans a whole block. Returns the number of URLs. If an error ends the block, a URL
   that reaches the end is not counted: it may continue in the bytes that could not be
   read. `pool` is NULL without threads. */
uint64_t scan_block(void *run, struct pool *pool, struct block *block);

#endif
