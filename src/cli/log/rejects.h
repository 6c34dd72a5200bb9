/* SPDX-License-Identifier: MIT */
#ifndef REJECTS_H
#define REJECTS_H

#include "cli/scan/results.h"
#include "cli/settings/settings.h"

/*
 * The lines of logs that are not records, in all files: they are counted, written to the
 * file of --rejects, and reported at the end.
 */
struct rejects {
    const char *name;             /* of the file; NULL: none */
    int         fd;
    uint64_t    lines[LOCUS_LOG_REST]; /* for each enum locus_log_kind */
    uint64_t    lines_here;       /* lines of the current file */
    struct sample sample;         /* the first lines, while no line is a record */
    struct reject first;          /* the first reject */
    char       *first_name;       /* the file that contains it; must be freed */
};

/* Creates the file, unless `name` is NULL. Ends the command if that fails, or if the file
   is one of the inputs, the output or a terminal. */
void rejects_open(struct rejects *rejects, const char *name,
                  const struct operands *operands);

/* Writes to the file, if there is one. Ends the command if that fails. */
void rejects_write(struct rejects *rejects, const char *text, size_t len);

/* Takes the results of a block, in the order of the blocks. */
void rejects_end_block(struct rejects *rejects, const struct block *block,
                       struct results *results);

/* Closes the file; reports the rejects and, if requested, the number of lines of
   each kind. Returns false if there were lines, but no record. */
bool rejects_end(struct rejects *rejects, bool stats);

#endif
