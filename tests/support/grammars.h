/* SPDX-License-Identifier: MIT
 *
 * The grammars by number: for loops over all of them and for tests that choose
 * one.
 */
#ifndef TESTS_GRAMMARS_H
#define TESTS_GRAMMARS_H

#include "locus.h"

enum { MOST_GRAMMARS = 32 };

/* NULL if no grammar has that number. */
static inline const struct locus_grammar *grammar_at(int number)
{
    return number < 0 ? NULL : locus_grammar_at((size_t)number);
}

static inline int grammar_count(void)
{
    int count = 0;

    while (grammar_at(count))
        count++;
    return count;
}

/* -1 for NULL. */
static inline int grammar_number(const struct locus_grammar *grammar)
{
    int number = 0;

    while (grammar_at(number) && grammar_at(number) != grammar)
        number++;
    return grammar_at(number) ? number : -1;
}

#endif
