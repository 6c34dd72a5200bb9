/* SPDX-License-Identifier: MIT */
#ifndef SCAN_OPERANDS_H
#define SCAN_OPERANDS_H

#include "cli/record/pipeline.h"
#include "cli/scan/search-options.h"
#include "cli/scan/unique.h"

/* What is done with the records that are found. */
struct record_use {
    struct sink    sink;          /* where they end, unless they are counted */
    bool           findings;      /* their findings are looked for */
    struct unique *unique;        /* NULL: no --unique */
    enum {
        COUNT_NONE,
        COUNT_ALL,                /* only their number is written, */
        COUNT_EACH                /* or the number of each file */
    } count;
};

/* Finds the URLs in the operands and takes each through a pipeline: the stages that are
   asked for, then the sink. Without threads, the sink gets the records in the order of the
   input; with threads, its output is put in that order (pool.h). Reports read errors.
   Returns an enum status. */
int scan_operands(const struct search_options *options, const struct operands *given,
                  const struct record_use *use);

#endif
