/* SPDX-License-Identifier: MIT */
#ifndef TALLY_H
#define TALLY_H

#include "cli/selectors/selector.h"
#include "cli/record/pipeline.h"
#include "cli/top/count-values.h"

/*
 * A table: records are counted by the values of one selector, or of several.
 *
 * The text that is counted is the value itself, if there is one selector. Otherwise it is
 * a cell for each: the length of the value, or TALLY_ABSENT, and then the value.
 */
struct tally {
    const struct selector_list *by;
    bool is_log;                  /* records are those of logs */
    const struct listed *each;    /* one of `by`: a list, of which each value is counted; NULL:
                                     none */
    const struct listed *sum;     /* whose numbers are added up; NULL: none */
    struct values values;
    uint64_t total;               /* records that were counted */
    uint64_t too_large;           /* numbers that are not in a sum, because they are too
                                     large to be read */

    struct {
        char  *buffer;            /* of cells */
        size_t buffer_size;
    } internal;
};

#define TALLY_ABSENT UINT32_MAX

/* The memory that a table may take, and that of tables to be merged with it
   (struct values_options); zeroed: no limit. */
struct tally_limit {
    size_t bytes;
    size_t most;
    const struct tally *like;
};

/* The caller sets `by`, `is_log`, `each` and `sum`. Ends the command if the system has no
   random bytes. */
void tally_open(struct tally *tally, const struct tally_limit *limit);

/* Counts a record, even if it has none of the values. Returns whether no record before it had
   the same ones. There is no limit. */
bool tally_count(struct tally *tally, const struct record *record);

/* Gets the next cell, and moves on past it. Returns false if its value is absent. */
bool tally_cell(const char **text, size_t *len, const char **at);

void tally_close(struct tally *tally);

/* The tables of a pass. With threads, each has its own until all records are counted. */
struct tallies {
    struct selector_list *by;     /* of each table, */
    const struct listed **each;   /* as in struct tally */
    struct tally **of;            /* of[thread][table] */
    size_t   count;
    unsigned threads;
    size_t   memory;              /* bytes for all tables; 0: no limit */
};

/* The least `memory` that the tables need. */
uint64_t tallies_memory_least(const struct tallies *tallies);

/* The caller sets `by` and `each`, which tallies_close() frees, `count`, `threads` and
   `memory`. The tables are like `model`. */
void tallies_open(struct tallies *tallies, const struct tally *model);

/* The tables as the end of a pipeline. */
struct sink tallies_sink(struct tallies *tallies);

/* Merges the tables of all threads into of[0]. */
void tallies_merge(struct tallies *tallies);

void tallies_close(struct tallies *tallies);

#endif
