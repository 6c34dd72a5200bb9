/* SPDX-License-Identifier: MIT */
#ifndef LEFT_OUT_H
#define LEFT_OUT_H

#include "cli/blocks/blocks.h"
#include "cli/record/record.h"

/*
 * Messages about URLs that are left out, and about files that could not be read. With
 * threads, they are written when it is the block's turn (out_wait()).
 */
struct left_out {
    uint64_t max_url;             /* --max-url */
    uint64_t too_long;            /* URLs of the current file */
    bool     failed;              /* some input was not read completely */
};

/* Records that an input was not read completely. */
void left_out_fail(struct left_out *left_out);

/* A URL where the input breaks off. */
void left_out_cut(struct left_out *left_out, const struct block *block,
                  const struct record *record);

/* A URL that is too long. */
void left_out_too_long(struct left_out *left_out, const struct block *block,
                       const struct record *record);

/* Call this at the end of each file. */
void left_out_end_file(struct left_out *left_out, const struct block *block);

#endif
