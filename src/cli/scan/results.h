/* SPDX-License-Identifier: MIT */
#ifndef RESULTS_H
#define RESULTS_H

#include <stdint.h>

#include "cli/blocks/blocks.h"
#include "cli/views/scratch.h"
#include "locus/log.h"

/*
 * What was found in a block, apart from its records.
 */

/* A line of a log that is not a record. */
struct reject {
    uint64_t number;              /* how many lines precede it in the block */
    const struct log_choice *log; /* the format that it should be in */
    bool     broken_off;          /* an error of the input ended it; otherwise: */
    int      error;               /* as in struct locus_log_line */
    int      error_field;
    uint32_t error_offset;
    bool     is_there;
};

/* The first lines, while none is a record, each with a line feed: the report looks for a
   format that fits them. `text` must be freed. */
struct sample {
    struct buffer text;
    size_t        len;
    unsigned      rejects;        /* how many are not comments; at most SAMPLE_REJECTS */
};

#define SAMPLE_REJECTS 20u
/* No more is added after this many bytes. */
#define SAMPLE_SIZE ((size_t)1 << 20)
/* Longer lines are cut off there. Few are. */
#define SAMPLE_LINE ((size_t)64 << 10)

/* Adds lines, unless the sample is complete. */
void sample_add(struct sample *sample, const char *lines, size_t len, unsigned rejects);

struct results {
    uint64_t found;               /* records that reached the end of the pipeline */
    struct undecided undecided;   /* those of which a condition could not be decided */

    /* Of a log: */
    uint64_t lines[LOCUS_LOG_REST]; /* for each enum locus_log_kind */
    struct reject first;          /* the first line that is not a record */
    struct sample sample;
    struct buffer rejects;        /* --rejects: bytes not written yet */
    size_t   rejects_len;
};

/* Frees the buffers, and zeroes the results. */
void results_free(struct results *results);

#endif
