/* SPDX-License-Identifier: MIT
 *
 * Numbers for the grammars: a test can loop over all of them or choose one.
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

/* Whether the grammar is built in and its texts are URLs (not those of locus_authority). */
static inline int grammar_has_urls(const struct locus_grammar *grammar)
{
    return locus_has_grammar(grammar)
        && !(locus_grammar_traits(grammar) & LOCUS_TRAIT_AUTHORITY);
}

/* Whether a scan can find the URLs of this grammar. */
static inline int grammar_can_scan(const struct locus_grammar *grammar)
{
    const unsigned traits = locus_grammar_traits(grammar);

    return locus_has_grammar(grammar)
        && !(traits & (LOCUS_TRAIT_TARGET | LOCUS_TRAIT_AUTHORITY))
        && (!(traits & LOCUS_TRAIT_REFERENCE)
            || locus_has_grammar(grammar == locus_web_reference ? locus_web
                                                                : locus_rfc3986));
}

/* Whether a scan uses a matcher of this grammar (NO_MATCHER in src/grammars/). */
static inline int grammar_has_matcher(const struct locus_grammar *grammar)
{
    return grammar_can_scan(grammar)
        && !(locus_grammar_traits(grammar) & LOCUS_TRAIT_REFERENCE);
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
