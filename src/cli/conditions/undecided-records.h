/* SPDX-License-Identifier: MIT */
#ifndef UNDECIDED_RECORDS_H
#define UNDECIDED_RECORDS_H

#include "cli/blocks/blocks.h"

/*
 * Records for which a pattern of --where reached a limit. They pass the condition, so that
 * none is lost, and are reported at the end.
 */
struct undecided {
    uint64_t count;
    uint64_t line;                /* of the first one, */
    uint64_t offset;
    int      error;               /* and why: an error of PCRE2 */
};

/* Those of all files. */
struct undecided_report {
    struct undecided all;         /* `line` and `offset` are those in the file */
    char *name;                   /* of the file of the first one; undecided_end() frees it */
};

/* Takes those of a block, in the order of the blocks. `lines` lines of the file are before
   the block. */
void undecided_end_block(struct undecided_report *report, const struct block *block,
                         const struct undecided *undecided, uint64_t lines);

/* Reports them, the first one by its line if they are lines of logs. Returns false if there
   are any. */
bool undecided_end(struct undecided_report *report, bool is_log);

#endif
