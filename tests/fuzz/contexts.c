/* SPDX-License-Identifier: MIT
 *
 * A fuzz target of libFuzzer for the contexts of a scan, locus_unwrap() and
 * locus_unwrap_next(). The first byte chooses the context and the grammar, the
 * second how the text is cut; the rest is the text. It aborts where what is
 * found depends on the cuts, is not valid, or is not what the copy holds.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "locus.h"

#define CHECK(condition) \
    do { \
        if (!(condition)) \
            abort(); \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct hit {
    uint64_t offset;
    size_t len;
    size_t url_len;
};

static enum locus_context context;
static enum locus_grammar grammar;

/* A copy in a buffer of its size; in none and in one too small it is refused. */
static char *copy(const char *text, size_t len, size_t want)
{
    char *buf = malloc(want > 0 ? want : 1);
    struct locus_unwrapping pieces;
    size_t n, at = 0;

    CHECK(locus_unwrap(buf, want > 0 ? want - 1 : 0, &n, text, len, context)
          == (want > 0 ? LOCUS_ERROR_SPACE : 0));
    CHECK(n == want);
    CHECK(locus_unwrap(buf, want, &n, text, len, context) == 0 && n == want);
    locus_unwrap_begin(&pieces, text, len, context);
    while (locus_unwrap_next(&pieces) == 1) {
        CHECK(pieces.len > 0 && pieces.len <= want - at);
        CHECK(memcmp(buf + at, pieces.text, pieces.len) == 0);
        at += pieces.len;
    }
    CHECK(at == want);
    return buf;
}

static size_t scan(struct hit *hits, const char *text, size_t len,
                   size_t piece)
{
    struct locus_scan state;
    size_t have = piece < len ? piece : len;
    size_t count = 0;

    CHECK(locus_scan_init(&state, grammar, context) == 0);
    for (;;) {
        const size_t base = (size_t)state.base;
        const size_t window_len = have - base;
        char *window = malloc(window_len > 0 ? window_len : 1);
        struct locus_found found;

        memcpy(window, text + base, window_len);
        while (locus_scan_next(&state, window, window_len, have == len,
                               &found) == 1) {
            struct locus_url url;
            char *buf = copy(window + found.off, found.len, found.url_len);

            CHECK(found.offset == base + found.off);
            CHECK(locus_parse(&url, buf, found.url_len, grammar) == 0);
            free(buf);
            hits[count++] = (struct hit){ found.offset, found.len,
                                          found.url_len };
        }
        free(window);
        if (have == len)
            return count;
        CHECK(state.drop <= window_len);
        have += piece < len - have ? piece : len - have;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hit *whole, *cut;
    const char *text;
    size_t count, piece, n;

    /* The kernel of which the scan is built with the sanitizers. */
    CHECK(locus_use_kernel("portable") == 0);
    if (size < 2 || size > 4096)
        return 0;
    context = (enum locus_context)(data[0] % LOCUS_CONTEXT_COUNT);
    grammar = (enum locus_grammar)(data[0] / LOCUS_CONTEXT_COUNT
                                   % LOCUS_GRAMMAR_COUNT);
    if (grammar == LOCUS_RFC3986_REFERENCE)
        grammar = LOCUS_RFC3986;
    if (!locus_has_grammar(grammar))
        return 0;
    piece = 1 + data[1];
    text = (const char *)data + 2;
    size -= 2;
    whole = calloc(size + 1, sizeof *whole);
    cut = calloc(size + 1, sizeof *cut);
    count = scan(whole, text, size, size + 1);
    CHECK(scan(cut, text, size, piece) == count);
    CHECK(memcmp(whole, cut, count * sizeof *whole) == 0);
    if (locus_unwrap(NULL, 0, &n, text, size, context) != LOCUS_ERROR_ESCAPE)
        free(copy(text, size, n));
    free(whole);
    free(cut);
    return 0;
}
