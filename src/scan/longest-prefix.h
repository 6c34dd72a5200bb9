/* SPDX-License-Identifier: MIT
 *
 * How far a URL reaches that begins here, by its grammar.
 */
#ifndef LOCUS_LONGEST_PREFIX_H
#define LOCUS_LONGEST_PREFIX_H

#include "kernel/kernel.h"

/*
 * The longest prefix of a text that a grammar accepts, piece by piece; of one
 * byte at least. `at` is the first byte not read, `last` the end of the longest
 * prefix yet (what it was set to before, if there is none); `state` is 0 before
 * the first piece. With `runs_on`, of a URL with "//", an authority that the grammar
 * cannot finish runs on (grammar/scan/run-on.rl), and every prefix that ends in one is
 * accepted.
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
   that nothing valid has there. */
typedef int locus_matcher(struct locus_match *restrict match, const unsigned char *end);

#ifdef KERNEL
int KERNEL_NAME(match)(struct locus_match *match, const unsigned char *end,
                       const struct locus_grammar *grammar);

/* Where a grammar has failed in an authority at match->at: how far that runs on
   (grammar/scan/run-on.rl). */
locus_matcher KERNEL_NAME(match_run_on);

/* Whether the text may end before match->at, where the grammar did not accept it:
   it does if the authority is not finished. */
int KERNEL_NAME(match_ends)(const struct locus_match *match, const struct locus_grammar *grammar);
#endif

#endif
