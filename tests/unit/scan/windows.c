/* SPDX-License-Identifier: MIT
 *
 * Scans: windows of each size, streams longer than 32 bits, and texts that would make a
 * nonlinear scan slow.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/contexts.h"
#include "support/grammars.h"
#include "locus.h"
#include "support/environment.h"
#include "support/unit.h"
#include "unit/scan/scan.h"

/* Scans through a window of fixed size, skipping what does not fit. */
static void scan_fixed(struct hits *hits, const struct scan_case *c,
                       size_t size)
{
    struct locus_scan scan;
    char *window = malloc(size);
    size_t len = 0;
    size_t read = 0;

    hits->count = 0;
    begin(&scan, c);
    for (;;) {
        size_t more = size - len;
        struct locus_found found;

        if (more > c->len - read)
            more = c->len - read;
        memcpy(window + len, c->text + read, more);
        len += more;
        read += more;
        while (locus_scan_next(&scan, window, len, read == c->len, &found) ==
               1) {
            ck_assert_uint_ge(found.offset, scan.skipped_to);
            ck_assert_int_eq(memcmp(window + found.off,
                                    c->text + found.offset, found.len), 0);
            hits->hit[hits->count].offset = found.offset;
            hits->hit[hits->count].len = found.len;
            ++hits->count;
        }
        hits->skipped_from = scan.skipped_from;
        hits->skipped_to = scan.skipped_to;
        if (read == c->len)
            break;
        ck_assert_uint_le(scan.drop, len);
        if (scan.drop == 0 && len == size)
            ck_assert_int_eq(locus_scan_skip(&scan), 0);
        len -= scan.drop;
        memmove(window, window + scan.drop, len);
    }
    free(window);
}

START_TEST(scan_larger_than_the_window)
{
    static struct hits hits;
    enum { LONG = 5000, WINDOW = 2048 };   /* json needs as much */
    char *text = malloc(2 * LONG);
    size_t len = 0;
    size_t second;

    memcpy(text, "http://a/ http://b/", 19);
    len = 19;
    memset(text + len, 'b', LONG);
    len += LONG;
    memcpy(text + len, " http://c/ ", 11);
    second = len + 1;
    len += 11;
    for (int number = 0; number < context_count(); ++number) {
        const struct locus_context *const context = context_at(number);
        struct scan_case c = { &locus_web, &context, NULL, 0,
                               text, len, NULL };

        if (context == locus_wrapped)          /* see test-contexts.c */
            continue;
        /* Too long for the window: skipped, and what follows is found. */
        for (size_t size = WINDOW; size < WINDOW + 40; ++size) {
            scan_fixed(&hits, &c, size);
            ck_assert_uint_eq(hits.count, 2);
            ck_assert_uint_eq(hits.hit[0].offset, 0);
            ck_assert_uint_eq(hits.hit[0].len, 9);
            ck_assert_uint_eq(hits.hit[1].offset, second);
            ck_assert_uint_eq(hits.hit[1].len, 9);
            ck_assert_uint_eq(hits.skipped_from, 10);
            ck_assert_uint_eq(hits.skipped_to, second - 1);
        }
        /* If it fits, it is found. */
        scan_fixed(&hits, &c, len);
        ck_assert_uint_eq(hits.count, 3);
        ck_assert_uint_eq(hits.hit[1].offset, 10);
        ck_assert_uint_eq(hits.hit[1].len, LONG + 9);
        scan_pieces(&hits, &c, 0, 100);
        ck_assert_uint_eq(hits.count, 3);
        ck_assert_uint_eq(hits.hit[1].len, LONG + 9);
        ck_assert_uint_eq(hits.hit[2].offset, second);
    }
    free(text);
}
END_TEST

/* The skipped URL ends with the stream. */
START_TEST(scan_skip_to_the_end)
{
    static struct hits hits;
    char text[2000];
    struct scan_case c = { &locus_web, &locus_text, NULL, 0, text, sizeof text,
                           NULL };

    memset(text, 'a', sizeof text);
    memcpy(text, "http://", 7);
    scan_fixed(&hits, &c, 300);
    ck_assert_uint_eq(hits.count, 0);
    ck_assert_uint_eq(hits.skipped_from, 0);
    ck_assert_uint_eq(hits.skipped_to, sizeof text);
}
END_TEST

/* A scheme of LOCUS_MAX_SCHEME bytes is found, a longer one is not; "http" is found
   after any number of letters, in raw context if it is on the list. */
START_TEST(scan_longest_scheme)
{
    static const char *const only_http[] = { "http" };
    char text[LOCUS_MAX_SCHEME + 6];
    const struct locus_context *const context = context_at(_i);
    struct scan_case c = { &locus_web, &context, NULL, 0, text,
                           sizeof text - 1, text };

    if (context == locus_wrapped)            /* see test-contexts.c */
        return;
    memset(text, 'a', sizeof text);
    memcpy(text + LOCUS_MAX_SCHEME, "://h", 5);
    c.len = LOCUS_MAX_SCHEME + 4;
    check_scan(&c);
    memcpy(text + LOCUS_MAX_SCHEME + 1, "://h", 5);
    c.len = LOCUS_MAX_SCHEME + 5;
    c.want = "";
    check_scan(&c);
    memcpy(text + LOCUS_MAX_SCHEME - 3, "http", 4);
    if (context == locus_text || context == locus_json)
        c.want = "http://h";
    check_scan(&c);
    c.schemes = only_http;
    c.scheme_count = COUNT(only_http);
    c.want = "http://h";
    check_scan(&c);
}
END_TEST

/* With the grammars of RFC 1738 and RFC 1630 a scan reads up to 256 bytes past one
   possible end of a URL for the next: a message-id ends after its "@". With the other
   grammars, and in every authority, it reads on without limit. */
START_TEST(scan_longest_wait)
{
    enum { MOST = 256 };
    static const struct {
        const char *begins, *fill, *ends;
        bool is_limited;
    } waits[] = {
        { "news:", "!", "@h", true },
        { "ftp://u:", "p", "@h/", false },
        { "ftp://", "u", ":p@h/", false },
    };
    char text[2 * MOST];

    for (int g = 0; g < grammar_count(); ++g)
        for (size_t w = 0; w < COUNT(waits); ++w)
            for (size_t more = 0; more < 2; ++more) {
                const size_t prefix = strlen(waits[w].begins);
                const size_t n = MOST - prefix - strlen(waits[w].ends) + more;
                const struct locus_grammar *const grammar = grammar_at(g);
                const struct locus_context *const context = context_at(_i);
                struct scan_case c = { &grammar, &context, NULL, 0,
                                       text, MOST + more, text };

                memcpy(text, waits[w].begins, prefix);
                memset(text + prefix, waits[w].fill[0], n);
                strcpy(text + prefix + n, waits[w].ends);
                if (more && waits[w].is_limited
                    && (grammar == locus_rfc1738 || grammar == locus_rfc1630))
                    c.want = "";
                /* In wrappers nothing waits. The grammar may not be built in, or have
                   no such schemes. */
                if (context != locus_wrapped && grammar_can_scan(grammar)
                    && grammar != locus_http_url)
                    check_scan(&c);
            }
}
END_TEST

/* While windows grow, an authority that only later bytes decide is read again only when
   twice as much of it is known. The URLs found are those of a single window. */
START_TEST(scan_long_authority)
{
    enum { LONG = 300000 };
    static const struct {
        const char *begins, *fill, *ends;
        const char *second;        /* the second URL */
    } authorities[] = {
        { "ftp://u:", "p", "@h/", NULL },
        { "ftp://u:", "p", "@h/ and ftp://i/ and", "ftp://i/" },
        { "ftp://u:", "p", " ftp://i/", "ftp://i/" },
        { "http://", "1.2.3.", "/ http://i/", "http://i/" },
        { "http://", "1.2.3.", "", NULL },
    };
    static const size_t sizes[] = { 4099, 50000, 65536, 131072 };
    static struct hits whole, pieces;

    for (int g = 0; g < grammar_count(); ++g)
        for (size_t a = 0; a < COUNT(authorities); ++a) {
            const struct locus_grammar *const grammar = grammar_at(g);
            const struct locus_context *const context = context_at(_i);
            const size_t fill = strlen(authorities[a].fill);
            struct scan_case c = { &grammar, &context, NULL, 0, NULL, 0, NULL };
            char *text = malloc(LONG + 64);

            c.text = text;
            c.len = (size_t)sprintf(text, "%s", authorities[a].begins);
            for (; c.len < LONG; c.len += fill)
                memcpy(text + c.len, authorities[a].fill, fill);
            c.len += (size_t)sprintf(text + c.len, "%s", authorities[a].ends);
            if (context != locus_wrapped && grammar_can_scan(grammar)) {
                const char *const second = authorities[a].second;
                const bool has_none = grammar == locus_http_url && text[0] == 'f';

                scan_pieces(&whole, &c, c.len, 0);
                ck_assert_uint_eq(whole.count, has_none ? 0 : second ? 2 : 1);
                if (whole.count > 0) {
                    ck_assert_uint_eq(whole.hit[0].offset, 0);
                    ck_assert_uint_ge(whole.hit[0].len, LONG);
                }
                if (whole.count == 2) {
                    ck_assert_uint_eq(whole.hit[1].offset,
                                      (size_t)(strstr(text + LONG, second) - text));
                    ck_assert_uint_eq(whole.hit[1].len, strlen(second));
                }
                for (size_t i = 0; i < COUNT(sizes); ++i) {
                    scan_pieces(&pieces, &c, sizes[i], sizes[i]);
                    ck_assert_uint_eq(pieces.count, whole.count);
                    ck_assert_mem_eq(pieces.hit, whole.hit,
                                     whole.count * sizeof *whole.hit);
                }
                /* The grammars that take any userinfo. */
                if (a == 1 && (grammar == locus_web || grammar == locus_rfc3986)) {
                    ck_assert_uint_eq(whole.count, 2);
                    ck_assert_uint_eq(whole.hit[0].len, strlen(text) - 17);
                }
            }
            free(text);
        }
}
END_TEST

/* Offsets in the stream have 64 bits. */
START_TEST(scan_long_stream)
{
    enum { WINDOW = 1 << 20 };
    char *window = malloc(WINDOW);
    struct locus_scan scan;
    struct locus_found found;
    size_t len = 0;

    memset(window, ' ', WINDOW);
    locus_scan_init(&scan, locus_web, locus_text);
    while (scan.base <= UINT32_MAX) {
        ck_assert_int_eq(locus_scan_next(&scan, window, WINDOW, 0, &found), 0);
        ck_assert_uint_gt(scan.drop, WINDOW / 2);
        len = WINDOW - scan.drop;
    }
    memcpy(window + len, "http://h/ ", 10);
    ck_assert_int_eq(locus_scan_next(&scan, window, len + 10, 1, &found), 1);
    ck_assert_uint_eq(found.off, len);
    ck_assert_uint_eq(found.offset, scan.base + len);
    ck_assert_uint_gt(found.offset, UINT32_MAX);
    ck_assert_uint_eq(found.len, 9);
    free(window);
}
END_TEST

/* Text without URLs is dropped as it arrives: a window of a kilobyte is enough. */
START_TEST(scan_drops_what_is_done)
{
    static const char *const fills[] = { "a", ":", "/", "a:", "://", " ", "+",
                                         "1", "http:/ ", "(", "\xff", "" };

    for (size_t i = 0; i < COUNT(fills); ++i) {
        size_t unit = strlen(fills[i]) + (i == COUNT(fills) - 1);
        struct locus_scan scan;
        char window[1024];
        size_t len = 0;

        locus_scan_init(&scan, locus_web, locus_text);
        for (int round = 0; round < 200; ++round) {
            struct locus_found found;

            while (len < sizeof window) {
                window[len] = fills[i][(scan.base + len) % unit];
                ++len;
            }
            ck_assert_msg(locus_scan_next(&scan, window, len, 0, &found) == 0,
                          "a URL in \"%s\", repeated", fills[i]);
            ck_assert_msg(scan.drop > 0, "nothing dropped of \"%s\", repeated",
                          fills[i]);
            len -= scan.drop;
            memmove(window, window + scan.drop, len);
        }
    }
}
END_TEST

struct hostile {
    const struct locus_grammar *const *grammar;
    const char *fill;
};

static const struct hostile hostile[] = {
    { &locus_web, "a" },
    { &locus_web, ":" },
    { &locus_web, "a:" },
    { &locus_web, "://" },
    { &locus_web, "x://" },
    { &locus_web, "http://[" },
    { &locus_web, "http://[::" },
    { &locus_web, "http://u:p" },
    { &locus_web, "mailto:" },
    { &locus_web, "mailto:." },
    { &locus_web, "http://h/(" },
    { &locus_web, "http://h/)" },
    { &locus_web, "http://h'" },
    { &locus_web, "http://h/." },
    { &locus_web, "x://," },
    { &locus_rfc3986, "http://h/%" },
    { &locus_rfc3986, "http://[v1.a" },
    { &locus_rfc1738, "ftp://u;" },
    { &locus_rfc1738, "ftp://h/;type=" },
    { &locus_rfc1738, "wais://h/d/" },
    { &locus_rfc1738, "prospero://h/;a" },
    { &locus_rfc1738, "news:a/" },
    { &locus_rfc1738, "news:1" },
    { &locus_rfc1738, "foo://a@" },
    { &locus_rfc1630, "mailto:a" },
    { &locus_rfc1630, "mid:" },
    { &locus_rfc1630, "news:a@" },
    { &locus_rfc1630, "news:1" },
    { &locus_rfc1630, "nntp:a" },
    { &locus_rfc1630, "url:" },
    { &locus_rfc1630, "x://u:p" },
    { &locus_rfc1630, "x://a@" },
    { &locus_rfc1630, "ftp://h/;type=" },
    { &locus_rfc1630, "wais://h/d/" },
    { &locus_rfc1630, "wais://h/d/t/1=" },
    { &locus_rfc1630, "wais://h/d/t/1=a;" },
    { &locus_rfc1630, "prospero://h/%0" },
    { &locus_rfc1630, "prospero://h/%001" },
    { &locus_rfc1630, "http://h/\"http://h?" },
};

START_TEST(scan_hostile_text)
{
    const struct hostile *h = &hostile[_i / context_count()];
    const size_t size = hostile_size();
    size_t unit = strlen(h->fill);
    char *text = malloc(size);
    struct locus_scan scan;
    struct locus_found found;

    for (size_t i = 0; i < size; ++i)
        text[i] = h->fill[i % unit];
    locus_scan_init(&scan, *h->grammar,
                    context_at(_i % context_count()));
    while (locus_scan_next(&scan, text, size, 1, &found) == 1)
        ck_assert_uint_le(found.off + found.len, size);
    free(text);
}
END_TEST

TCase *window_tests(void)
{
    TCase *tests = tcase_create("windows");

    tcase_add_test(tests, scan_larger_than_the_window);
    tcase_add_test(tests, scan_skip_to_the_end);
    tcase_add_loop_test(tests, scan_longest_scheme, 0, context_count());
    tcase_add_loop_test(tests, scan_longest_wait, 0, context_count());
    tcase_add_loop_test(tests, scan_long_authority, 0, context_count());
    tcase_add_test(tests, scan_long_stream);
    tcase_add_test(tests, scan_drops_what_is_done);
    tcase_add_loop_test(tests, scan_hostile_text, 0,
                        (int)COUNT(hostile) * context_count());
    tcase_set_timeout(tests, 60);
    return tests;
}
