/* SPDX-License-Identifier: MIT
 *
 * The longest prefix that a grammar accepts. Compiled once for each kernel.
 */
#include "grammars/support/grammar.h"
#include "match/longest-prefix.h"

/* The matchers of the grammars. */
#define X(name) locus_matcher KERNEL_NAME(match_##name);
LOCUS_BUILT_GRAMMARS(X)
#undef X

static locus_matcher *const matchers[INDEX_COUNT] = {
#define X(name) [INDEX_##name] = KERNEL_NAME(match_##name),
    LOCUS_BUILT_GRAMMARS(X)
#undef X
};

int KERNEL_NAME(match)(struct locus_match *match, const unsigned char *end,
                       const struct locus_grammar *grammar)
{
    if (match->state == RUNNING_ON)
        return KERNEL_NAME(match_run_on)(match, end);
    return matchers[grammar->index](match, end);
}

int KERNEL_NAME(match_ends)(const struct locus_match *match,
                            const struct locus_grammar *grammar)
{
    /* No URL contains a space, so an unfinished authority fails there. */
    static const unsigned char space[1] = " ";
    struct locus_match ends = *match;

    if (!match->runs_on || match->state == RUNNING_ON)
        return 0;
    ends.at = space;
    ends.last = NULL;
    KERNEL_NAME(match)(&ends, space + 1, grammar);
    return ends.last == space;
}
