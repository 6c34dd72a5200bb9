/* SPDX-License-Identifier: MIT */
#ifndef RESULTS_H
#define RESULTS_H

#include "cli/conditions/undecided-records.h"
#include "cli/log/rejects.h"

/*
 * What was found in a block, apart from its records.
 */
struct results {
    uint64_t found;               /* records that reached the end of the pipeline */
    struct undecided undecided;   /* those of which a condition could not be decided */
    struct log_results log;       /* --log */
};

/* Frees the buffers, and zeroes the results. */
static inline void results_free(struct results *results)
{
    log_results_free(&results->log);
    *results = (struct results){ .found = 0 };
}

#endif
