/* SPDX-License-Identifier: MIT */
#ifndef STREAM_H
#define STREAM_H

#include "cli/record/pipeline.h"
#include "cli/writers/writers.h"

/*
 * parse --stream: one record for each line or row of standard input. What has been written is
 * flushed before the command waits for input, so a program that writes some lines and then
 * waits for their records gets them.
 */
struct stream_how {
    struct scratch *scratch;
    const struct locus_schemes *own;
    bool     null;                /* items end with NUL */
    bool     keys;                /* a row has a second cell, the key of a parameter */
    enum input_format input;
    const struct writer *writer;  /* of INPUT_ROW_BINARY */
    uint64_t max_url;             /* a longer line is skipped, and its record says so */
};

/* Returns an enum status: STATUS_OK if all input was read. A row with a wrong number of
   cells ends the command. */
int stream_lines(const struct pipeline *pipeline, const struct stream_how *how);

#endif
