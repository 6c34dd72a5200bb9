/* SPDX-License-Identifier: MIT */
#ifndef COUNT_VALUES_H
#define COUNT_VALUES_H

#include <stddef.h>
#include <stdint.h>

#include "cli/values/sum.h"

/*
 * A hash table that counts texts. The hash is keyed with random bytes, so hostile input
 * cannot provoke collisions. Each distinct text takes its length plus up to 100 bytes.
 *
 * With a limit it is a Space-Saving sketch (Metwally, Agrawal, El Abbadi, 2005). When the
 * memory is used up, the values with the least counts are evicted, an eighth of the memory
 * at a time, and `floor` is the largest count among all that were ever evicted. A value
 * that is not in the table then occurred at most `floor` times; so one that comes in later
 * gets the count `floor` + 1 with the error `floor`. Always
 *   - count - error <= how often the value really occurred <= count;
 *   - no count in the table is less than `floor`, and `floor` is at most the number of
 *     texts that were counted, divided by the number of values that an eviction leaves.
 * As long as everything fits, `floor` is 0 and the table is exact.
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
    struct sum   *sum;            /* sum[i] belongs to value[i] until these are sorted;
                                     NULL: no sums */
    uint64_t     *error;          /* error[i], likewise; NULL: no limit */
    uint64_t     *last;           /* the record for which it was counted last; NULL: not
                                     `once` */
    uint64_t      floor;
    uint64_t      too_long;       /* texts that were not counted, since one of them would
                                     have taken more than VALUES_SHARE of the limit */
    size_t        limit;          /* bytes; 0: none. May be raised up to `most` */

    struct {
        bool          sums;
        bool          once;
        size_t        room;       /* of `value`; SIZE_MAX: with a limit */
        uint64_t     *slots;      /* a power of two of them: the number of a value,
                                     from 1, with bits of its hash above; 0: none */
        size_t        slot_count;
        struct chunk *chunks;     /* without a limit: the texts, the newest chunk first */
        char         *texts;      /* with a limit: texts[0..text_len), in the order of
                                     the values */
        size_t        text_len;
        size_t        most;       /* the largest limit */
        unsigned char secret[192];
    } internal;
};

/* A text that takes more than limit / VALUES_SHARE is not counted. */
enum { VALUES_SHARE = 16 };

struct values_options {
    bool   sums;
    bool   once;                  /* for values_count_once() */
    size_t limit;                 /* bytes; 0: none */
    size_t most;                  /* the limit may be raised up to this one */
    const struct values *like;    /* to be merged with these; NULL: no others */
};

/* Ends the command if the system cannot supply random bytes. */
void values_open(struct values *values, const struct values_options *options);

/* Counts text[0..len), which is copied if it is new. The result is valid until the next
   call; NULL if the text is too long for the limit. */
struct value *values_count(struct values *values, const char *text, size_t len);

/* Like values_count(), but counts a value once per record. `record` is its number, which must
   increase. Also returns NULL if the value has been counted for this record. */
struct value *values_count_once(struct values *values, const char *text, size_t len,
                                uint64_t record);

/* Counts all that `from` has counted, and closes that. Both must have been opened with the
   same options. */
void values_merge(struct values *values, struct values *from);

/* Makes room by an eviction (evict.c). There is a limit, and at least one value. */
void values_evict(struct values *values);

/* Re-enters all values into the slots. */
void values_enter_all(struct values *values);

/* What a value takes besides its text, without the slots. */
static inline size_t values_entry_size(const struct values *values)
{
    return sizeof *values->value + sizeof *values->error
         + (values->sum ? sizeof *values->sum : 0)
         + (values->last ? sizeof *values->last : 0);
}

void values_close(struct values *values);

#endif
