/* SPDX-License-Identifier: MIT */
#ifndef TALLY_H
#define TALLY_H

#include "cli/selectors/selector.h"
#include "cli/record/flow.h"
#include "cli/top/values.h"

/*
 * A table: records are counted by the values of one selector, or of several.
 *
 * The text that is counted is the value itself, if there is one selector. Otherwise it is
 * a cell for each: the length of the value, or TALLY_ABSENT, and then the value.
 */
struct tally {
    struct selector_list by;
    bool is_log;                  /* records are those of logs */
    const struct listed *each;    /* one of `by`: a list, of which each value is counted; NULL:
                                     none */
    const struct listed *sum;     /* whose numbers are added up; NULL: none */
    struct values values;
    uint64_t total;               /* records that were counted */

    struct {
        char  *buffer;            /* of cells */
        size_t buffer_size;
    } internal;
};

#define TALLY_ABSENT UINT32_MAX

/* The caller sets `by`, which tally_close() frees, `is_log`, `each` and `sum`. Ends the command
   if the system has no random bytes. */
void tally_open(struct tally *tally);

/* Counts a record, also if it has none of the values. Returns whether such a record is
   the first one. */
bool tally_count(struct tally *tally, const struct record *record);

/* Gets the next cell, and moves on past it. Returns false if its value is absent. */
bool tally_cell(const char **text, size_t *len, const char **at);

void tally_close(struct tally *tally);

/* The tables of a pass. */
struct tallies {
    struct tally *at;
    size_t count;
};

/* The tables as the end of a flow. */
struct sink tallies_sink(struct tallies *tallies);

#endif
