/* SPDX-License-Identifier: MIT */
#ifndef WRITE_VALUES_H
#define WRITE_VALUES_H

#include "cli/settings/settings.h"
#include "cli/top/tally.h"

/* Sorts the values of a table, the most frequent one first, and writes the first ones in
   the format: FORMAT_HUMAN, FORMAT_JSON, FORMAT_TSV, FORMAT_CSV, or else lines of text.
   screen_open() precedes FORMAT_HUMAN. */
void write_values(struct tally *tally, enum format format, uint64_t limit);

/* For the files of this folder */

/* The sum and the error of a value, once the values are sorted. */
static inline const struct sum *value_sum(const struct tally *tally, const struct value *value)
{
    return &tally->values.sum[value->hash];
}

static inline uint64_t value_error(const struct tally *tally, const struct value *value)
{
    return tally->values.error ? tally->values.error[value->hash] : 0;
}

/* Writes the first `rows` values with their shares and a bar for each, and the total. */
void write_bars(const struct tally *tally, size_t rows);

#endif
