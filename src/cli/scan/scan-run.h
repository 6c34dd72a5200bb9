/* SPDX-License-Identifier: MIT */
#ifndef SCAN_RUN_H
#define SCAN_RUN_H

#include "cli/blocks/blocks.h"
#include "cli/conditions/undecided.h"
#include "cli/urls/left-out.h"
#include "cli/scan/scan-operands.h"
#include "cli/log/log-search.h"
#include "cli/log/rejects.h"
#include "cli/urls/url-search.h"

/* The binary files that were left out. */
struct binaries {
    uint64_t count;
    char     first[256];          /* the name of the first one, truncated if it is long */
};

/*
 * A scan, from its input to its output. Private to this folder, cli/log/ and cli/urls/.
 */
struct scan_run {
    const struct scan_options  *options;
    const struct record_source *source;
    struct walk       walk;       /* through all operands */
    struct blocks     blocks;     /* of all files */
    struct url_search search;
    struct log_search log;        /* --log */
    struct pipeline   pipeline;   /* of each record */

    /* Results; used only by the thread whose turn it is. */
    struct left_out   left_out;
    struct undecided_report undecided;
    struct binaries   binaries;
    struct rejects    rejects;    /* --log */
    uint64_t          found;      /* in all files */
    uint64_t          found_here; /* in the last one */
};

/* Where records come from: what blocks are searched for. */
struct record_source {
    /* Prepares the search, and sets how files may be cut into blocks: blocks.cut and
       blocks.steady. */
    void (*begin)(struct scan_run *run);

    /* Takes each record of a whole block through the pipeline. Threads may call it at the
       same time (pool.h: work.scan). */
    void (*scan)(void *run, struct block *block, struct results *results);
};

/* The URLs of a text. */
extern const struct record_source url_source;

/* The lines of a log. */
extern const struct record_source log_source;

#endif
