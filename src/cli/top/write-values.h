/* SPDX-License-Identifier: MIT */
#ifndef WRITE_VALUES_H
#define WRITE_VALUES_H

#include "cli/options/options.h"
#include "cli/top/tally.h"

/* Sorts the values of a table, the most frequent one first, and writes the first ones:
   JSON, TSV, or else lines of text. */
void write_values(struct tally *tally, enum format format, uint64_t limit);

#endif
