/* SPDX-License-Identifier: MIT */
#ifndef VALUES_H
#define VALUES_H

#include <stddef.h>
#include <stdint.h>

#include "cli/selectors/operand.h"

/*
 * A hash table that counts texts. The hash is keyed with random bytes, so hostile input
 * cannot provoke collisions. Each distinct text takes its length plus up to 100 bytes.
 */
struct value {
    uint64_t    count;
    uint64_t    hash;
    const char *text;
    size_t      len;
};

struct values {
    struct value *value;          /* value[0..count), in the order in which they
                                     were first counted; to be sorted only when no
                                     other will be counted */
    size_t        count;
    struct number *sum;           /* sum[i] belongs to value[i], as long as these are not
                                     sorted. NULL unless */
    bool          sums;           /* this was set before the first call */
    uint64_t     *last;           /* last[i]: the record for which value[i] was counted
                                     last. NULL unless */
    bool          once;           /* this was set before the first call */

    struct {
        size_t        room;       /* of `value` */
        uint64_t     *slots;      /* a power of two of them: the number of a value,
                                     from 1, with bits of its hash above; 0: none */
        size_t        slot_count;
        struct chunk *chunks;     /* where the texts are, the newest first */
        unsigned char secret[192];
    } internal;
};

/* Ends the command if the system cannot supply random bytes. */
void values_open(struct values *values);

/* Counts text[0..len), which is copied if it is new: then its count is 1. The result is
   valid until the next call. */
struct value *values_count(struct values *values, const char *text, size_t len);

/* The same, but a value is counted only once for each record, of which `record` is the number,
   greater than that of the record before: then the result is NULL. */
struct value *values_count_once(struct values *values, const char *text, size_t len,
                                uint64_t record);

void values_close(struct values *values);

#endif
