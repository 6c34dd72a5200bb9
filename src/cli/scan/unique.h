/* SPDX-License-Identifier: MIT */
#ifndef UNIQUE_H
#define UNIQUE_H

#include "cli/top/tally.h"

/*
 * --unique: of the records with the same values, the first one. Unlike other stages it has
 * a state, so it is used with one thread only.
 */
struct unique {
    struct selector_list by;      /* these values */
    struct tally seen;
};

/* Compares records by what is written of them: the values of a template or of columns, or
   else the URL. Both lists must last. */
void unique_open(struct unique *unique, const struct template *template,
                 const struct selector_list *columns);

/* Drops a record whose values were seen before. */
bool stage_unique(const void *unique, struct record *record);

void unique_close(struct unique *unique);

#endif
