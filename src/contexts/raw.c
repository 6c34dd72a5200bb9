/* SPDX-License-Identifier: MIT
 *
 * The context raw: a URL ends where its grammar stops accepting.
 */
#define CONTEXT raw
#include "scan/context.h"

#define TRAITS TRAIT_SUFFIXES

#ifdef KERNEL
#include "contexts/search-undecoded.h"

/* end_nearby() for a bounded grammar, which has read NEARBY bytes: whether it gives up. */
static __attribute__((noinline)) size_t end_bounded(const struct locus_scan *scan,
                                                    const struct locus_window *window,
                                                    struct locus_match *match)
{
    const unsigned char *const text = window->bytes, *const last = match->last;

    if ((size_t)(text + window->len - last) < UNDECIDED)
        return NOT_NEARBY;
    if (last + UNDECIDED > match->at
        && !KERNEL_NAME(match)(match, last + UNDECIDED, scan->internal.grammar))
        return (size_t)(match->last - text);
    return match->last != last || KERNEL_NAME(match_ends)(match, scan->internal.grammar)
         ? NOT_NEARBY : (size_t)(last - text);
}

static ALWAYS_INLINE size_t end_nearby(struct locus_scan *scan,
                                       const struct locus_window *window, size_t start,
                                       size_t least, int slashes)
{
    const unsigned char *const text = window->bytes;
    const size_t rest = window->len - start;
    const size_t block = rest < NEARBY ? rest : NEARBY;
    struct locus_match match = {
        .at = text + start, .last = text + start, .runs_on = (uint32_t)slashes
    };

    (void)least;
    if (!KERNEL_NAME(match)(&match, text + start + block, scan->internal.grammar))
        return (size_t)(match.last - text);
    if (!window->end || block != rest)
        return has_trait(scan->internal.grammar, TRAIT_BOUNDED) && block == NEARBY
             ? end_bounded(scan, window, &match) : NOT_NEARBY;
    return match.last == match.at
               || KERNEL_NAME(match_ends)(&match, scan->internal.grammar)
           ? window->len : (size_t)(match.last - text);
}

/* The whole URL is one piece. */
static int unwrap(struct locus_unwrapping *pieces)
{
    pieces->text = pieces->internal.at;
    pieces->len = (size_t)(pieces->internal.end - pieces->internal.at);
    pieces->internal.at = pieces->internal.end;
    return pieces->len > 0;
}
#endif

SEARCHER_OBJECT(
    .next = next, .read = read_plain, .reader = &KERNEL_NAME(reader), .unwrap = unwrap
)

CONTEXT_OBJECT(
    .name = "raw",
    .description = "any text; a URL ends where the grammar stops accepting",
    .traits = TRAITS
)
