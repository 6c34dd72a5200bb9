/* SPDX-License-Identifier: MIT
 *
 * How far a URL that begins here extends, according to its grammar.
 */
#ifndef LOCUS_LONGEST_PREFIX_H
#define LOCUS_LONGEST_PREFIX_H

#include "kernel/kernel.h"

/*
 * The longest prefix of a text, of at least one byte, that a grammar accepts. The text
 * is read piece by piece. `at` is the first byte not read. `last` is the end of the
 * longest prefix so far; it is not changed if there is none. `state` is 0 before the
 * first piece. `runs_on` is set for a URL with "//": if the grammar rejects its authority,
 * another machine reads on to the authority's end (grammar/scan/run-on.rl), and every
 * prefix that ends within the authority is accepted.
 */
struct locus_match {
    const unsigned char *at;
    const unsigned char *last;
    uint32_t state;
    uint32_t runs_on;
};

/* The state of a URL that runs on. */
#define RUNNING_ON UINT32_MAX

/* Reads up to `end`. Returns 1 if the machine would read on, 0 if it stopped at a byte
   that is not valid there. */
typedef int locus_matcher(struct locus_match *restrict match, const unsigned char *end);

#ifdef KERNEL
int KERNEL_NAME(match)(struct locus_match *match, const unsigned char *end,
                       const struct locus_grammar *grammar);

/* Reads on at match->at, where a grammar has failed within an authority
   (grammar/scan/run-on.rl). */
locus_matcher KERNEL_NAME(match_run_on);

/* Whether the text may end before match->at although the grammar did not accept it: it
   may if the authority is unfinished. */
int KERNEL_NAME(match_ends)(const struct locus_match *match,
                            const struct locus_grammar *grammar);
#endif

#endif
