/* SPDX-License-Identifier: MIT */
#ifndef REJECTS_H
#define REJECTS_H

#include "cli/blocks/blocks.h"
#include "cli/settings/settings.h"

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
/* Longer lines, which are rare, are cut off there. */
#define SAMPLE_LINE ((size_t)64 << 10)

/* Adds lines, unless the sample is complete. */
void sample_add(struct sample *sample, const char *lines, size_t len, unsigned rejects);

/* The lines of a block. */
struct log_results {
    const struct log_choice *log; /* how they are read */
    uint64_t lines[LOCUS_LOG_REST]; /* for each enum locus_log_kind */
    struct reject first;          /* the first line that is not a record */
    struct sample sample;
    struct buffer rejects;        /* --rejects: bytes not written yet */
    size_t   rejects_len;
};

/* Frees the buffers, and zeroes the results. */
void log_results_free(struct log_results *results);

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
                       struct log_results *results);

/* Closes the file; reports the rejects and, if requested, the number of lines of
   each kind. Returns false if there were lines, but no record. */
bool rejects_end(struct rejects *rejects, bool stats);

#endif
