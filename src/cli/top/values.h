/* SPDX-License-Identifier: MIT */
#ifndef VALUES_H
#define VALUES_H

#include <stddef.h>
#include <stdint.h>

/*
 * Texts, and how often each was counted: a hash table. Whoever writes the texts
 * cannot know which of them collide, since the hash depends on random bytes. A text
 * takes its length and up to 100 bytes, however often it is counted.
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

    struct {
        size_t        room;       /* of `value` */
        uint64_t     *slots;      /* a power of two of them: the number of a value,
                                     from 1, with bits of its hash above; 0: none */
        size_t        slot_count;
        struct chunk *chunks;     /* where the texts are, the newest first */
        unsigned char secret[192];
    } internal;
};

/* Ends the command where the system has no random bytes. */
void values_open(struct values *values);

/* Counts text[0..len), which is copied if it is new. */
void values_count(struct values *values, const char *text, size_t len);

void values_close(struct values *values);

#endif
