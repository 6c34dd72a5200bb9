/* SPDX-License-Identifier: MIT
 *
 * A scan: its initialization, and the calls of the kernel in use.
 */
#include <string.h>

#include "match/longest-prefix.h"
#include "scan/context.h"

/* match() of each kernel. */
typedef int grammar_matcher(struct locus_match *match, const unsigned char *end,
                            const struct locus_grammar *grammar);

#define X(name, needs) grammar_matcher locus_match_##name;
LOCUS_KERNELS(X)
#undef X

static grammar_matcher *const matchers[KERNEL_COUNT] = {
#define X(name, needs) [KERNEL_##name] = locus_match_##name,
    LOCUS_KERNELS(X)
#undef X
};

/* Whether the grammar accepts some text that begins with this one. */
static int reads_on(const unsigned char *text, size_t len,
                    const struct locus_grammar *grammar)
{
    struct locus_match match = { .at = text, .last = text };

    return matchers[locus_kernel_in_use()](&match, text + len, grammar);
}

/* Adds a letter in upper and lower case. */
static void add_letter(uint64_t set[4], char letter)
{
    add_byte(set, (unsigned char)letter);
    add_byte(set, (unsigned char)((unsigned char)letter & ~0x20u));
}

const struct locus_grammar *locus_scan_grammar(const struct locus_grammar *grammar)
{
    if (!grammar || has_trait(grammar, LOCUS_TRAIT_TARGET | LOCUS_TRAIT_AUTHORITY))
        return NULL;
    return grammar->in_text ? grammar->in_text : grammar;
}

int locus_scan_init(struct locus_scan *scan, const struct locus_grammar *grammar,
                    const struct locus_context *context)
{
    memset(scan, 0, sizeof *scan);
    grammar = locus_scan_grammar(grammar);
    if (!is_built_in(grammar))
        return LOCUS_ERROR_GRAMMAR;
    if (!context)
        return LOCUS_ERROR_ARGUMENT;
    scan->internal.grammar = grammar;
    scan->internal.context = context;
    scan->internal.traits = context->traits;

    /* A grammar that accepts only certain schemes is scanned as if the caller had
       listed them. */
    scan->schemes = grammar->schemes;
    scan->scheme_count = grammar->scheme_count;
    /* A scheme consists of the bytes that the grammar accepts between a letter and a
       ":". Its first byte is any byte with which a text of the grammar may begin. */
    for (unsigned byte = 0; byte < 256; byte++) {
        const unsigned char text[3] = { 'a', (unsigned char)byte, ':' };

        if (byte != ':' && reads_on(text, sizeof text, grammar))
            add_byte(scan->internal.scheme_bytes, text[1]);
        if (reads_on(text + 1, 1, grammar))
            add_byte(scan->internal.first_bytes, text[1]);
    }
    for (size_t i = 0; i < scan->scheme_count; i++)
        for (const char *c = scan->schemes[i]; *c; c++)
            add_letter(scan->internal.scheme_bytes, *c);
    return 0;
}

int locus_scan_next(struct locus_scan *scan, const char *window, size_t len,
                    int end, struct locus_found *found)
{
    if (__builtin_expect(!scan->internal.context, 0))
        return LOCUS_ERROR_ARGUMENT;
    /* In C, nothing may be added to NULL, not even 0. */
    if (__builtin_expect(!window, 0))
        window = "";
    return scan->internal.context->searcher[locus_kernel_in_use()]->next(scan, window, len, end,
                                                                         found);
}

int locus_scan_skip(struct locus_scan *scan)
{
    if (scan->internal.phase == LOCUS_SCAN_WAITING) {
        const struct locus_searcher *const searcher =
            scan->internal.context->searcher[locus_kernel_in_use()];

        if (searcher->release)
            searcher->release(scan);
        scan->internal.phase = LOCUS_SCAN_SEARCHING;
        scan->skipped_from = scan->base + scan->internal.start;
        scan->skipped_to = scan->base + scan->internal.at;
        return 0;
    }
    if (scan->internal.phase != LOCUS_SCAN_READING)
        return LOCUS_ERROR_SPACE;
    /* The URL has an end already. It would extend to a partner of the mark before it, but
       that is no longer looked for. */
    if (scan->internal.url.has_end) {
        scan->internal.url.has_end = 0;
        scan->internal.url.is_over = 1;
        return 0;
    }
    scan->internal.phase = LOCUS_SCAN_SKIPPING;
    scan->skipped_from = scan->base + scan->internal.start;
    scan->skipped_to = 0;
    return 0;
}
