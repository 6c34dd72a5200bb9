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

/* Stores the pair that ends at `p`. Returns 0, and stores nothing, if its name is not the
   key that is looked for. */
static inline int take_pair(struct split *split, const unsigned char *begin,
                            const unsigned char *mark, const unsigned char *p)
{
    if (__builtin_expect(split->key != NULL, 0)
        && !is_named(split->key, begin, mark ? mark : p))
        return 0;
    split->begin = begin;
    split->mark = mark;
    split->value = mark ? mark + 1 : NULL;
    give_piece(split, p, p);
    return 1;
}

/* The last look of the lens, which the iterator keeps. */
static inline struct kept kept_of(const struct split *split)
{
    const uint32_t looked = split->pieces->internal.looked;

    return (struct kept){
        (const unsigned char *)split->text,
        looked ? (const unsigned char *)split->text + (looked - 1) : NULL,
        split->pieces->internal.stops
    };
}

static inline void keep(struct split *split, const struct kept *kept)
{
    split->pieces->internal.looked = kept->block ? offset_of(split, kept->block) + 1 : 0;
}
#endif

#endif
