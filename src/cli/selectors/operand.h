/* SPDX-License-Identifier: MIT */
#ifndef OPERAND_H
#define OPERAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The numbers, times and address prefixes with which conditions compare values:
 * grammar/command/operand.rl.
 */

/* A decimal number that is not negative. Further decimal places are dropped. */
struct number {
    uint64_t whole;
    uint32_t billionths;
};

/* Parses a number, with a unit k, M or G (powers of 1000) if these are allowed. Returns
   false if the text is none, or too large. */
bool number_read(struct number *number, const char *text, size_t len, bool units);

/* Less than, equal to, or greater than 0, as a is. */
int number_compare(const struct number *a, const struct number *b);

/* Adds b to a. A sum that is too large stays at the largest number. */
void number_add(struct number *a, const struct number *b);

/* Finds the "/" and the number in "10.0.0.0/8"; UINT64_MAX if there is no number. Returns
   false if there is no "/". */
bool prefix_split(size_t *address_len, uint64_t *bits, const char *text, size_t len);

/* Whether JSON has such a number. */
bool is_json_number(const char *text, size_t len);

/* Whether the text is the beginning of a time in ISO 8601, at least a year. */
bool is_time(const char *text, size_t len);

#endif
