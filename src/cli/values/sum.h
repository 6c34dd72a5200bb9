/* SPDX-License-Identifier: MIT */
#ifndef SUM_H
#define SUM_H

#include "cli/values/operand.h"

/*
 * Exact sums of numbers: of 2^32 numbers, however large each is.
 */
struct sum {
    uint64_t low;
    uint32_t high;                /* the whole part is high * 2^64 + low */
    uint32_t decimals[DECIMAL_GROUPS];
};

void sum_add(struct sum *sum, const struct number *number);

/* Adds another sum. */
void sum_join(struct sum *sum, const struct sum *other);

/* Writes the sum, without final zeros in its decimal places. Returns the length. */
enum { SUM_SIZE = 64 };
size_t sum_format(char text[SUM_SIZE], const struct sum *sum);

#endif
