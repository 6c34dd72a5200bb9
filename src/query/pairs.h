/* SPDX-License-Identifier: MIT
 *
 * The keys by which pairs are found, and what is common to the machines that split a query
 * into pairs (read-pairs.rl, read-amp-pairs.rl), once for each kernel.
 */
#ifndef LOCUS_PAIRS_H
#define LOCUS_PAIRS_H

#ifdef KERNEL
#include "kernel/lens.h"
#endif
#include "schemes/split.h"

/* A key with which names are compared. */
struct locus_key {
    const unsigned char *text;
    size_t len;
    unsigned flags;
    /* A byte of a name stands for itself if table[byte] & outside is 0. */
    const uint8_t *table;
    uint8_t outside;
};

/* What decodes names and compares them: read-name.rl, once for each kernel. */
struct locus_name_reader {
    /* Prepares a key. */
    void (*begin)(struct locus_key *key, const char *text, size_t len, unsigned flags);
    /* Whether the name, decoded, is the key or, with LOCUS_QUERY_PREFIX, begins with it. */
    int (*is)(const struct locus_key *key, const unsigned char *name,
              const unsigned char *end);
    /* Writes the name, decoded, and returns where it ends. */
    char *(*decode)(char *to, const unsigned char *name, const unsigned char *end,
                    unsigned flags);
};

#define DECLARE_NAME_READER(kernel, needs) \
    extern const struct locus_name_reader KERNEL_PASTE(name_reader, kernel);
LOCUS_KERNELS(DECLARE_NAME_READER)

#ifdef KERNEL
int KERNEL_NAME(name_is)(const struct locus_key *key, const unsigned char *name,
                         const unsigned char *end);

/* A quick test before the machine: 0 if the name cannot be the key. */
static inline int may_be_named(const struct locus_key *key, const unsigned char *name,
                               const unsigned char *end)
{
    const size_t len = (size_t)(end - name);

    /* Each octet of a name takes one byte or, percent-encoded, three. */
    if (len < key->len || (!(key->flags & LOCUS_QUERY_PREFIX) && len / 3 > key->len))
        return 0;
    return key->len == 0 || *name == *key->text || key->table[*name] & key->outside;
}

static inline int is_named(const struct locus_key *key, const unsigned char *name,
                           const unsigned char *end)
{
    return may_be_named(key, name, end) && KERNEL_NAME(name_is)(key, name, end);
}

static inline struct locus_span span_in(const unsigned char *text, const unsigned char *begin,
                                        const unsigned char *end)
{
    return (struct locus_span){ (uint32_t)(begin - text), (uint32_t)(end - begin) };
}

/* Stores a pair. `mark`: its "=", or NULL. */
static inline void store_pair(struct locus_piece *pair, const unsigned char *text,
                              const unsigned char *begin, const unsigned char *mark,
                              const unsigned char *end)
{
    pair->text = span_in(text, begin, end);
    pair->has_value = mark != NULL;
    if (mark) {
        pair->name = span_in(text, begin, mark);
        pair->value = span_in(text, mark + 1, end);
    } else {
        pair->name = pair->text;
        pair->value = (struct locus_span){ 0, 0 };
    }
}

/* The state in which a machine continues. */
static inline int pairs_state(const struct locus_pieces *pairs, int start)
{
    return pairs->internal.begun ? (int)pairs->internal.state : start;
}

/* The block that the lens looked at last, which the iterator keeps: at first the 64 bytes
   before the text. */
static inline struct kept kept_of(struct locus_pieces *pairs, const unsigned char *text)
{
    return (struct kept){
        text, (uintptr_t)text - 64 + pairs->internal.looked, pairs->internal.stops
    };
}

/* The machine has stopped before `p`, in state `cs`. `more`: there may be another pair. */
static inline void stop_pairs(struct locus_pieces *pairs, const unsigned char *text,
                              const unsigned char *p, int cs, int more,
                              const struct kept *kept)
{
    pairs->at = (uint32_t)(p - text);
    pairs->internal.begun = 1;
    pairs->internal.ended = (uint8_t)!more;
    pairs->internal.state = (uint32_t)cs;
    pairs->internal.looked = (uint32_t)(kept->block + 64 - (uintptr_t)text);
}
#endif

#endif
