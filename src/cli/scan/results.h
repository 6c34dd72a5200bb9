/* SPDX-License-Identifier: MIT */
#ifndef RESULTS_H
#define RESULTS_H

#include <stdint.h>

#include "cli/blocks/blocks.h"
#include "cli/record/room.h"
#include "locus/log.h"

/*
 * What was found in a block, apart from its records.
 */

/* A line of a log that is no record. */
struct reject {
    uint64_t number;              /* how many lines precede it in the block */
    const struct locus_log_format *format;
    bool     broken_off;          /* an error of the input ended it; otherwise: */
    int      error;               /* as in struct locus_log_line */
    int      error_field;
    uint32_t error_offset;
    char    *text;                /* its first bytes, at most REJECT_TEXT; NULL: there is
                                     no such line. Must be freed */
    size_t   len;
};

/* Few lines are longer. */
#define REJECT_TEXT ((size_t)64 << 10)

struct results {
    uint64_t found;               /* records that reached the end of the flow */
    struct undecided undecided;   /* those of which a condition could not be decided */

    /* Of a log: */
    uint64_t lines[LOCUS_LOG_REST]; /* for each enum locus_log_kind */
    struct reject first;          /* the first line that is no record */
    struct buffer rejects;        /* --rejects: bytes not written yet */
    size_t   rejects_len;
};

/* Frees the buffers, and zeroes the results. */
void results_free(struct results *results);

#endif
