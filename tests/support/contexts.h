/* SPDX-License-Identifier: MIT
 *
 * Numbers for the contexts: a test can loop over all of them or choose one.
 */
#ifndef TESTS_CONTEXTS_H
#define TESTS_CONTEXTS_H

#include "locus.h"

enum { MOST_CONTEXTS = 16 };

/* NULL if no context has that number. */
static inline const struct locus_context *context_at(int number)
{
    return number < 0 ? NULL : locus_context_at((size_t)number);
}

static inline int context_count(void)
{
    int count = 0;

    while (context_at(count))
        count++;
    return count;
}

/* -1 for NULL. */
static inline int context_number(const struct locus_context *context)
{
    int number = 0;

    while (context_at(number) && context_at(number) != context)
        number++;
    return context_at(number) ? number : -1;
}

#endif
