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

/* Decimal places are in groups of nine: the first group has billionths. Three groups hold
   each double of 17 digits from 10^-10 on; further places are dropped. */
enum { DECIMAL_GROUPS = 3, DECIMAL_GROUP = 1000000000 };

/* A decimal number that is not negative. */
struct number {
    uint64_t whole;
    uint32_t decimals[DECIMAL_GROUPS];
};

enum number_kind {
    NUMBER_NONE,
    NUMBER_READ,
    NUMBER_TOO_LARGE              /* 2^64 or more: greater than any that was read */
};

/* Parses a number, with a unit k, M or G (powers of 1000) if these are allowed. */
enum number_kind number_read(struct number *number, const char *text, size_t len, bool units);

/* Less than, equal to, or greater than 0, as `a` is less than, equal to or greater than
   `b`. */
int number_compare(const struct number *a, const struct number *b);

/* Finds the "/" and the number in "10.0.0.0/8"; UINT64_MAX if there is no number. Returns
   false if there is no "/". */
bool prefix_split(size_t *address_len, uint64_t *bits, const char *text, size_t len);

/* Finds what may be an address in "fe80::1%eth0" and "[fe80::1%25eth0]". Returns false if
   there is no zone. */
bool zone_split(size_t *begin, size_t *end, const char *text, size_t len);

/* The offset at which the JSON number in the text begins, after zeros; SIZE_MAX if the text is
   not a number. */
size_t json_number_in(const char *text, size_t len);

/* A time, or the beginning of one, in ISO 8601. */
struct time_read {
    uint16_t year;
    uint8_t  month, day, hour, minute, second; /* 0 if it ends before them */
    bool     has_minute;
    bool     has_second;
    bool     has_zone;
    uint8_t  digits;              /* how many decimal places of a second it has, at most 9 */
    uint32_t nanosecond;
    int16_t  offset;              /* minutes east of UTC */
};

/* Parses a time of at least a year. Returns SIZE_MAX, or where the text stops being the
   beginning of one. */
size_t time_parse(struct time_read *time, const char *text, size_t len);

/* The same for times, to the precision of `b`, which has minutes. They are compared as
   instants if both have a zone, otherwise as clocks show them. */
int time_compare(const struct time_read *a, const struct time_read *b);

/* A text with "*" in it: literal pieces, between which there are any bytes. */
struct glob {
    char   *text;                 /* the pieces, one directly after the other */
    size_t *len;                  /* of each */
    size_t  count;                /* at least 1 */
};

struct globs {
    struct glob *at;
    size_t count;
};

/* Parses a list of texts, with commas between them. Returns SIZE_MAX, or the offset of
   the first wrong byte. globs_free() must be called in any case. */
size_t globs_read(struct globs *globs, const char *text, size_t len);

void globs_free(struct globs *globs);

#endif
