/* SPDX-License-Identifier: MIT
 *
 * What is common to the machines that split a part into pieces (split.rl), and those that
 * split a query into pairs (src/query/read-pairs.rl and read-amp-pairs.rl), once for each
 * kernel.
 */
#ifndef LOCUS_SPLIT_H
#define LOCUS_SPLIT_H

#include "kernel/kernel.h"
#include "locus/schemes.h"

struct locus_key;

/* What a machine reads, and the piece that it finds. */
struct split {
    struct locus_pieces *pieces;
    struct locus_piece *piece;
    const char *text;
    const unsigned char *p, *pe;
    const unsigned char *begin;   /* the piece begins here, */
    const unsigned char *mark;    /* its name ends here, if it has a value, */
    const unsigned char *value;   /* and its value begins here */
    const unsigned char *divider; /* a separator may begin here */
    int result;                   /* 1: a piece; 0: none; or an error */
};

static inline uint32_t offset_of(const struct split *split, const unsigned char *p)
{
    return (uint32_t)(p - (const unsigned char *)split->text);
}

static inline struct locus_span span_of(const struct split *split,
                                        const unsigned char *begin,
                                        const unsigned char *end)
{
    return (struct locus_span){ offset_of(split, begin),
                                (uint32_t)(end - begin) };
}

/* Stores the piece that ends at `end`. The machine is at `p`. */
static inline void give_piece(struct split *split, const unsigned char *end,
                              const unsigned char *p)
{
    struct locus_piece *piece = split->piece;
    const unsigned char *const mark = split->mark;

    piece->text = span_of(split, split->begin, end);
    piece->has_value = mark != NULL;
    piece->name = span_of(split, split->begin, mark ? mark : end);
    piece->value = mark ? span_of(split, split->value, end) : (struct locus_span){ 0, 0 };
    split->pieces->internal.ended = p == split->pe;
    split->result = 1;
}

/* The state in which a machine continues. */
static inline int piece_state(const struct split *split, int start)
{
    return split->pieces->internal.begun ? (int)split->pieces->internal.state : start;
}

static inline void stop_pieces(struct split *split, const unsigned char *p, int cs)
{
    split->pieces->internal.state = (uint32_t)cs;
    split->pieces->at = offset_of(split, p);
}

/* Finds the next pair of a query, or with a key the next one that has this name. The pairs
   are separated by "&" or ";", or by "&" alone. Returns 1, or 0 if there is none. */
typedef int locus_pair_finder(struct locus_piece *pair, struct locus_pieces *pairs,
                              const unsigned char *text, const struct locus_key *key);

#define DECLARE_FINDER(kernel, needs) \
    locus_pair_finder KERNEL_PASTE(find_pair, kernel), KERNEL_PASTE(find_amp_pair, kernel);
LOCUS_KERNELS(DECLARE_FINDER)

/* locus_pieces_next() which, with a key, passes over pairs of other names. Pieces other
   than pairs have no keys. */
int locus_pieces_find(struct locus_piece *piece, struct locus_pieces *pieces,
                      const char *text, const struct locus_key *key);

#endif
