/* SPDX-License-Identifier: MIT
 *
 * Kernels: scans.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/contexts.h"
#include "support/grammars.h"
#include "unit/contexts/prose-oracle.h"
#include "unit/kernel/test-kernels-agree.h"

enum { STREAM_MAX = 4096, FOUND_MAX = STREAM_MAX };

struct found_list {
    size_t count;
    struct locus_found found[FOUND_MAX];
};

/* How a stream is scanned. */
struct scan_way {
    const struct locus_grammar *grammar;
    const struct locus_context *context;
    const char *const *schemes;
    size_t scheme_count;
};

/* Scans a stream as locus.h shows, and lists what was found. `m` chooses the sizes of
   the pieces; if it is NULL, the stream comes in one piece. If no kernel is given,
   those of the library take turns. */
static void scan_stream(struct found_list *list,
                        const struct kernel *kernel,
                        const struct scan_way *way,
                        const unsigned char *stream, size_t len,
                        struct mutate *m)
{
    struct locus_scan scan;
    size_t base = 0, end = m ? 0 : len, turn = 0;

    list->count = 0;
    ck_assert_int_eq(locus_scan_init(&scan, way->grammar, way->context), 0);
    scan.schemes = way->schemes;
    scan.scheme_count = way->scheme_count;
    for (;;) {
        const unsigned char *window =
            guard_after(&guard, stream + base, end - base);
        struct locus_found found;

        ck_assert_uint_eq(scan.base, base);
        while (searcher_of(kernel ? kernel : kernels[turn++ % kernel_count], way->context)
                   ->next(&scan, (const char *)window, end - base, end == len, &found) == 1) {
            ck_assert_uint_lt(list->count, FOUND_MAX);
            ck_assert_uint_eq(found.offset, base + found.off);
            ck_assert_uint_gt(found.len, 0);
            ck_assert_uint_le(found.off + found.len, end - base);
            list->found[list->count++] = found;
        }
        if (end == len)
            return;
        ck_assert_uint_le(scan.drop, end - base);
        base += scan.drop;
        end += mutate_below(m, (len - end) / (mutate_one_in(m, 3) ? 1 : 64)
                               + 2);
        if (end > len)
            end = len;
    }
}

static int same_list(const struct found_list *a, const struct found_list *b)
{
    if (a->count != b->count)
        return 0;
    for (size_t i = 0; i < a->count; i++)
        if (a->found[i].offset != b->found[i].offset
            || a->found[i].len != b->found[i].len)
            return 0;
    return 1;
}

/* URLs, whole and damaged, and text between them. */
static size_t make_stream(struct mutate *m, unsigned char *stream)
{
    static const char *const between[] = {
        " ", "\n", "\"", " (", ") ", "[", "](", "'", "' ", "<URL:", "> ", ", ",
        ". ", "; ", "1", "x", "://", ":", "www.", "\t", "\xe2\x80\x9c",
        "\xe2\x80\x9d", "\xc2\xab", "\xc2\xbb", "\xe3\x80\x8c", "\xe3\x80\x8d",
        "\xef\xbd\x9c", "see: ", "\r\n", "a:b:c ", "|",
    };
    const size_t urls = mutate_below(m, 13);
    size_t len = 0;

    for (size_t i = 0; i <= urls; i++) {
        for (size_t n = mutate_below(m, 4); n > 0; n--) {
            const char *piece = MUTATE_PICK(m, between);

            memcpy(stream + len, piece, strlen(piece));
            len += strlen(piece);
        }
        len += mutate_url(m, mutate_grammar(m), stream + len);
    }
    return len;
}

START_TEST(corpora_have_the_same_urls)
{
    const struct locus_grammar *const grammar = grammar_at(_i);

    if (!grammar_can_scan(grammar))
        return;
    for (size_t c = 0; c < sizeof corpora / sizeof corpora[0]; c++) {
        static struct found_list whole, list;
        unsigned char stream[STREAM_MAX];
        FILE *file = open_corpus(corpora[c]);
        uint64_t left = mutations(STREAM_MAX / 64);
        size_t len;

        while (file && left-- > 0
               && (len = fread(stream, 1, sizeof stream, file)) > 0)
            for (int context = 0; context < context_count(); context++) {
                const struct scan_way way = { grammar, context_at(context), NULL, 0 };

                scan_stream(&whole, other, &way, stream, len, NULL);
                for (size_t k = 0; k < kernel_count; k++) {
                    scan_stream(&list, kernels[k], &way, stream, len, NULL);
                    if (!same_list(&whole, &list))
                        differ("other URLs", kernels[k]->name, grammar, 0,
                               stream, len);
                }
            }
        if (file)
            fclose(file);
    }
}
END_TEST

START_TEST(scans_find_the_same)
{
    static const char *const schemes[] = { "http", "https", "ftp:", "news" };
    const struct locus_grammar *const grammar = grammar_at(_i);
    const struct locus_grammar *const used = locus_scan_grammar(grammar);
    const uint64_t n = mutations(200);

    if (!grammar_can_scan(grammar))
        return;
    set_up_grammar(used);
    for (uint64_t i = 0; i < n; i++) {
        static struct found_list whole, list;
        unsigned char stream[STREAM_MAX];
        const uint64_t seed = first_seed() + i;
        struct scan_way way = { grammar, locus_raw, NULL, 0 };
        struct mutate m;
        size_t len;

        mutate_seed(&m, seed);
        len = make_stream(&m, stream);
        if (mutate_one_in(&m, 2))
            way.context = locus_text;
        if (mutate_one_in(&m, 2)) {
            way.schemes = schemes;
            way.scheme_count = sizeof schemes / sizeof schemes[0];
        }

        scan_stream(&whole, other, &way, stream, len, NULL);
        scan_stream(&list, other, &way, stream, len, &m);
        if (!same_list(&whole, &list))
            differ("other URLs in pieces", other->name, grammar, seed, stream,
                   len);
        for (size_t k = 0; k < kernel_count; k++) {
            scan_stream(&list, kernels[k], &way, stream, len, NULL);
            if (!same_list(&whole, &list))
                differ("other URLs", kernels[k]->name, grammar, seed, stream,
                       len);
            scan_stream(&list, kernels[k], &way, stream, len, &m);
            if (!same_list(&whole, &list))
                differ("other URLs in pieces", kernels[k]->name, grammar,
                       seed, stream, len);
        }
        scan_stream(&list, NULL, &way, stream, len, &m);
        if (!same_list(&whole, &list))
            differ("other URLs in pieces", "in turns", grammar, seed, stream,
                   len);

        for (size_t k = 0; k < whole.count; k++) {
            const unsigned char *url = stream + whole.found[k].offset;
            const size_t found = whole.found[k].len;
            const size_t rest = len - (size_t)whole.found[k].offset;

            const int valid = interpret(&machine, url, found).valid;

            /* Otherwise the URL must continue after an invalid authority. */
            if (!valid && !prose_is_url((const char *)url, found, used))
                differ("what was found is not valid", other->name, grammar,
                       seed, stream, len);
            /* A scan by RFC 1738 or RFC 1630 gives up after 256 bytes. */
            if (way.context == locus_raw && valid
                && (rest < 256 || (grammar != locus_rfc1738 && grammar != locus_rfc1630))
                && found != interpret(&machine, url, rest).longest)
                differ("what was found is not the longest", other->name,
                       grammar, seed, stream, len);
        }
    }
}
END_TEST

/* The state at the beginning of a scan depends on the grammar alone, not on the
   kernel. */
START_TEST(kernels_begin_a_scan_alike)
{
    for (int g = 0; g < grammar_count(); g++)
        for (int context = 0; context < context_count(); context++) {
            struct locus_scan first, scan;

            if (!grammar_can_scan(grammar_at(g)))
                continue;
            for (size_t k = 0; k < kernel_count; k++) {
                memset(&scan, 0xaa, sizeof scan);
                ck_assert_int_eq(locus_use_kernel(kernels[k]->name), 0);
                ck_assert_int_eq(locus_scan_init(&scan, grammar_at(g),
                                                 context_at(context)), 0);
                if (k == 0)
                    memcpy(&first, &scan, sizeof first);
                ck_assert_mem_eq(&scan, &first, sizeof scan);
            }
        }
}
END_TEST

static const char *const only_http[] = { "http" };
static const char *const letters[] = { "data:", "xyz:" };
static const char *const only_x9[] = { "x9:" };

/* The ways to look for a ":": only those before "//", those after a letter, or all. */
static const struct {
    const struct locus_context *const *context;
    const char *const *schemes;
    size_t scheme_count;
} colon_ways[] = {
    { &locus_raw, NULL, 0 },
    { &locus_text, NULL, 0 },
    { &locus_raw, only_http, 1 },
    { &locus_text, only_http, 1 },
    { &locus_raw, letters, 2 },
    { &locus_text, letters, 2 },
    { &locus_raw, only_x9, 1 },
    { &locus_text, only_x9, 1 },
};

/* Scans one window to its end by a kernel. Returns the number of URLs, and stores the
   first and the last of them and the final state of the scan. */
static size_t scan_window(const struct kernel *kernel,
                          const unsigned char *window, size_t len, int end,
                          struct locus_scan *scan, struct locus_found found[2])
{
    size_t count = 0;
    struct locus_found next;

    memset(found, 0, 2 * sizeof *found);
    while (searcher_of(kernel, scan->internal.context)
               ->next(scan, (const char *)window, len, end, &next) == 1)
        found[count++ != 0] = next;
    return count;
}

/* Checks that every kernel finds the same in the window and ends in the same state.
   Returns the number of URLs. */
static size_t scan_all(const struct locus_scan *begun,
                       const unsigned char *window, size_t len, int end)
{
    struct locus_found found[2], wanted_found[2];
    struct locus_scan scan, wanted_scan;
    size_t wanted;

    memcpy(&wanted_scan, begun, sizeof wanted_scan);
    wanted = scan_window(other, window, len, end, &wanted_scan, wanted_found);
    for (size_t k = 0; k < kernel_count; k++) {
        memcpy(&scan, begun, sizeof scan);
        if (scan_window(kernels[k], window, len, end, &scan, found) != wanted
            || memcmp(found, wanted_found, sizeof found) != 0
            || memcmp(&scan, &wanted_scan, sizeof scan) != 0)
            differ("other URLs in a window", kernels[k]->name, locus_web, 0,
                   window, len);
    }
    return wanted;
}

/* A ":" at every offset of windows of every length, with and without a scheme before it
   and "//" after it, alone and after other colons. Without LOCUS_TEST_LONG=1, only some
   of the lengths above a block. */
START_TEST(colons_everywhere)
{
    enum { WINDOW_MAX = 200 };
    static const char *const before[] = {
        "", "x9", "http", "data", "DATA", "xyz", "XYZ", "mailto", "[", "@",
        "\xe1", "://://a",
    };
    static const char *const after[] = { ":", ":/", "://", "://x" };
    static const unsigned char fills[] = { ' ', ':', '/' };
    const size_t step = long_tests() ? 1 : 13;
    struct locus_scan scan;
    size_t found = 0;

    ck_assert_int_eq(locus_scan_init(&scan, locus_web, *colon_ways[_i].context), 0);
    scan.schemes = colon_ways[_i].schemes;
    scan.scheme_count = colon_ways[_i].scheme_count;
    for (size_t len = 0; len <= WINDOW_MAX; len += len <= BLOCK ? 1 : step)
        for (size_t colon = 0; colon < len; colon++)
            for (size_t b = 0; b < sizeof before / sizeof before[0]; b++)
                for (size_t a = 0; a < sizeof after / sizeof after[0]; a++) {
                    /* Chooses the guard page, the fill and `end`. */
                    const size_t turn = len + colon + b + a;
                    unsigned char *window =
                        turn % 2 ? guard_after(&guard, NULL, len)
                                 : guard_before(&guard, NULL, len);
                    const size_t n = strlen(before[b]);
                    const size_t more = strlen(after[a]);
                    const size_t left = len - colon;

                    memset(window, fills[turn / 2 % sizeof fills], len);
                    /* What does not fit is outside the window. */
                    if (n <= colon)
                        memcpy(window + colon - n, before[b], n);
                    else
                        memcpy(window, before[b] + (n - colon), colon);
                    memcpy(window + colon, after[a],
                           more < left ? more : left);
                    found += scan_all(&scan, window, len, turn / 6 % 2 != 0);
                }
    /* There was something to find. */
    ck_assert_uint_gt(found, 1000);
}
END_TEST

TCase *scan_tests(void)
{
    TCase *tests = tcase_create("scans");

    add_for_each_grammar(tests, scans_find_the_same);
    add_for_each_grammar(tests, corpora_have_the_same_urls);
    tcase_add_test(tests, kernels_begin_a_scan_alike);
    if (locus_has_grammar(locus_web))
        tcase_add_loop_test(tests, colons_everywhere, 0, (int)COUNT(colon_ways));
    tcase_set_timeout(tests, TIME_LIMIT);
    return tests;
}
