/* SPDX-License-Identifier: MIT
 *
 * How much the contexts keep, the longest wrappers, URLs and schemes, and texts that
 * would make a nonlinear scan slow.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/contexts.h"
#include "support/grammars.h"
#include "locus.h"
#include "support/environment.h"
#include "unit/contexts/test-contexts.h"

/* A wrapper of LOCUS_MAX_WRAPPED bytes is read, one that is a byte longer is not. If
   its ">" begins a line, the length includes what shows that the ">" closes it. The
   result does not depend on the window. */
START_TEST(longest_wrapper)
{
    static const char *const ends[] = { "x>", "\nx\n>\n", "x\n>  \t \n", "x\n>. " };
    static struct hits hits;
    const char *const end = ends[_i / 2];
    const size_t more = (size_t)_i % 2;
    const size_t size = LOCUS_MAX_WRAPPED + 1 + more;
    char *bytes = exact_allocate(size + 11);
    struct text text = { .context = locus_wrapped, .grammar = locus_web,
                         .bytes = bytes, .len = size + 11,
                         .about = "longest wrapper" };
    const size_t pieces[] = { SIZE_MAX, 1000, 65536, 65537, 100000 };

    memset(bytes, ' ', size);
    memcpy(bytes, " <http://h", 10);
    memcpy(bytes + size - strlen(end), end, strlen(end));
    memcpy(bytes + size, "<http://i/>", 11);
    for (size_t i = 0; i < COUNT(pieces); ++i) {
        size_t piece = pieces[i];

        scan_pieces(&hits, &text, piece_same, &piece);
        ck_assert_uint_eq(hits.count, more == 0 ? 2 : 1);
        if (more == 0)
            ck_assert_uint_eq(hits.hit[0].url_len, 9);
        ck_assert_uint_eq(hits.hit[hits.count - 1].offset, size + 1);
    }
    clear(&hits);
    exact_free(bytes);
}
END_TEST

/* An endless text is not kept: a window of this size is enough, and no skip is
   needed. */
static void drop_all(const struct locus_context *context, const char *fill,
                     size_t window_size)
{
    char *window = exact_allocate(window_size);
    struct locus_scan scan;
    size_t unit = strlen(fill);
    size_t len = 0;

    locus_scan_init(&scan, locus_web, context);
    for (int round = 0; round < 100; ++round) {
        struct locus_found found;

        for (; len < window_size; ++len)
            window[len] = fill[(scan.base + len) % unit];
        while (locus_scan_next(&scan, window, len, 0, &found) == 1)
            ck_assert_uint_le(found.off + found.len, len);
        ck_assert_msg(scan.drop > 0, "nothing dropped of \"%s\", repeated",
                      fill);
        memmove(window, window + scan.drop, len -= scan.drop);
    }
    exact_free(window);
}

START_TEST(nothing_is_kept)
{
    static const char *const wrapped[] = {
        "a", "<", ">", "<a", "< ", "<http://h/ ", "http://h/ ", " ", "<URL:",
        "<http://h/ x\n\n", "<http://h/\n> ", "> <http://h/\n", "\n>", "<a:\n>", "JS> <"
    };
    static const char *const json[] = {
        "a", "\\", ":", "/", "\"", "\\\"", "\\u", "\\u0068", "\\u003a", ":\\/",
        "http:\\/ ", "\\u0068\\u003a", "mailto:\\/\\/ ", "aaaaaaaaaa\\u0068",
        "\\u002f"
    };
    static const char *const text[] = {
        "'", "(", "\x1b", "\x1b[", "\x1b[0", "\x1b[m", "“", "“see http://h/b” ", "\xe2\x80",
        "_http://h/_ ", "&quot", "\"http://h/ ", "(http://h/ ", "http://#", "\\u0041", "://"
    };

    for (size_t i = 0; i < COUNT(wrapped); ++i) {
        drop_all(locus_wrapped, wrapped[i], LOCUS_MAX_WRAPPED);
    }
    for (size_t i = 0; i < COUNT(json); ++i) {
        drop_all(locus_json, json[i], 4096);
        drop_all(locus_json_raw, json[i], 4096);
    }
    for (size_t i = 0; i < COUNT(text); ++i) {
        drop_all(locus_text, text[i], 4096);
        drop_all(locus_json, text[i], 4096);
    }
}
END_TEST

/* Windows that are too small: the URL is skipped, and later URLs are found. */
START_TEST(larger_than_the_window)
{
    const struct locus_context *const context = context_at(_i);
    enum { LONG = 6000, WINDOW = 4000 };
    char text[LONG + 100];
    char window[WINDOW];
    struct locus_scan scan;
    size_t len = 0, read = 0, count = 0;
    bool skipped = false;

    memset(text, 'a', sizeof text);
    memcpy(text, "<http://a/> <http://b/", 22);
    memcpy(text + LONG, "> <http://c/> ", 14);
    locus_scan_init(&scan, locus_web, context);
    for (;;) {
        struct locus_found found;
        size_t more = sizeof window - len;

        if (more > LONG + 14 - read)
            more = LONG + 14 - read;
        memcpy(window + len, text + read, more);
        len += more;
        read += more;
        while (locus_scan_next(&scan, window, len, read == LONG + 14, &found)
               == 1) {
            ck_assert_uint_eq(found.len, 9);
            ck_assert_uint_eq(found.offset, count == 0 ? 1 : LONG + 3);
            ck_assert_uint_ge(found.offset, scan.skipped_to);
            ++count;
        }
        if (read == LONG + 14)
            break;
        if (scan.drop == 0 && len == sizeof window) {
            ck_assert_int_eq(locus_scan_skip(&scan), 0);
            skipped = true;
        }
        memmove(window, window + scan.drop, len -= scan.drop);
    }
    ck_assert(skipped);
    ck_assert_uint_eq(count, 2);
    /* A wrapper is skipped from its "<", a URL from its first byte. */
    if (context == locus_wrapped) {
        ck_assert_uint_eq(scan.skipped_from, 12);
        ck_assert_uint_eq(scan.skipped_to, 12 + WINDOW);
    } else {
        ck_assert_uint_eq(scan.skipped_from, 13);
        ck_assert_uint_eq(scan.skipped_to, LONG);
    }
}
END_TEST

/* Whether a window of this size is too small for a text: whether locus_scan_skip() fails.
   If it does not, the scan ends. */
static bool is_too_small(const struct locus_context *context, const struct locus_grammar *grammar,
                         const char *text, size_t text_len, size_t window_size)
{
    char *window = exact_allocate(window_size);
    struct locus_scan scan;
    struct locus_found found;
    size_t len = 0, read = 0, given_up = 0;
    bool too_small = false;

    locus_scan_init(&scan, grammar, context);
    for (;;) {
        const size_t room = window_size - len;
        const size_t more = room < text_len - read ? room : text_len - read;

        memcpy(window + len, text + read, more);
        len += more;
        read += more;
        while (locus_scan_next(&scan, window, len, read == text_len, &found) == 1)
            ck_assert_uint_le(found.off + found.len, len);
        if (read == text_len)
            break;
        if (scan.drop == 0 && len == window_size) {
            const int result = locus_scan_skip(&scan);

            if (result != 0) {
                ck_assert_int_eq(result, LOCUS_ERROR_SPACE);
                too_small = true;
                break;
            }
            ck_assert_uint_lt(given_up++, 2 * text_len);
        }
        memmove(window, window + scan.drop, len -= scan.drop);
    }
    exact_free(window);
    return too_small;
}

START_TEST(windows_that_are_too_small)
{
    static const char *const fills[] = {
        "a", "\\u0061", "(http://h/", "http://h/\x1b[m", "\x1b[m", "http:\\u002f\\u002f",
        "\"http://", "aaaaaaaaa\\u0061", "mailto:a", "<http://h/", "http://[",
        "http://\\ud83d\\ude00", "\\u001b\\u005b", "“a://b|é/"
    };
    enum { LEN = 6000 };
    char *const text = exact_allocate(LEN);
    bool were_some = false;

    for (size_t f = 0; f < COUNT(fills); ++f) {
        for (size_t i = 0; i < LEN; ++i)
            text[i] = fills[f][i % strlen(fills[f])];
        for (int c = 0; c < context_count(); ++c) {
            const struct locus_context *const context = context_at(c);
            const size_t least =
                context == locus_json || context == locus_json_raw ? 2048 : 1024;

            for (size_t size = 1; size < 2100; size += size < 20 ? 1 : 97)
                if (is_too_small(context, locus_web, text, LEN, size)) {
                    ck_assert_uint_lt(size, least);
                    were_some = true;
                }
            ck_assert(!is_too_small(context, locus_rfc1738, text, LEN, least));
        }
    }
    ck_assert(were_some);
    exact_free(text);
}
END_TEST

/* A scheme of LOCUS_MAX_SCHEME bytes is found, and a longer one is not, even in part,
   whether or not its letters are escaped. */
START_TEST(longest_scheme)
{
    static const struct {
        const struct locus_context *const *context;
        const char *letter;
        const char *seventh;
    } spelled[] = {
        { &locus_wrapped, "a", "a" },
        { &locus_json, "a", "a" },
        { &locus_json, "\\u0061", "b" },
        { &locus_json, "b", "\\u0061" },
        { &locus_json, "\\u0061", "\\u0061" },
        { &locus_json_raw, "\\u0061", "b" },
        { &locus_json_raw, "b", "\\u0061" },
        { &locus_text, "a", "a" },
        { &locus_raw, "a", "a" },
    };
    static const size_t more[] = { 0, 1, 2, 3, 4, 40, LOCUS_MAX_SCHEME, 1000 };
    static struct hits hits;
    static char bytes[6 * (LOCUS_MAX_SCHEME + 1000) + 20];
    struct text text = { .grammar = locus_web, .bytes = bytes,
                         .context = *spelled[_i].context,
                         .about = "longest scheme" };

    for (size_t m = 0; m < COUNT(more); ++m) {
        const size_t n = LOCUS_MAX_SCHEME + more[m];
        size_t len = 0;

        bytes[len++] = '<';
        for (size_t i = 0; i < n; ++i)
            len += (size_t)sprintf(bytes + len, "%s",
                                   i % 7 == 0 ? spelled[_i].seventh
                                              : spelled[_i].letter);
        memcpy(bytes + len, "://h>", 6);
        text.len = len + 5;
        scan_pieces(&hits, &text, piece_whole, NULL);
        ck_assert_uint_eq(hits.count, more[m] == 0 ? 1 : 0);
        if (more[m] == 0)
            ck_assert_uint_eq(hits.hit[0].url_len, n + 4);
        check_pieces(&text, &hits);
    }
    clear(&hits);
}
END_TEST

static const struct {
    const struct locus_context *const *context;
    const struct locus_grammar *const *grammar;
    const char *fill;
} hostile[] = {
    { &locus_wrapped, &locus_web, "<" },
    { &locus_wrapped, &locus_web, "<a" },
    { &locus_wrapped, &locus_web, "<http://h/ " },
    { &locus_wrapped, &locus_web, "<http://[:>" },
    { &locus_wrapped, &locus_rfc1738, "<news:a/" },
    { &locus_wrapped, &locus_web, "<http://h/\n>" },
    { &locus_wrapped, &locus_web, "> <a:b\n>>.\n" },
    { &locus_wrapped, &locus_web, "\n>" },
    { &locus_json, &locus_web, "\\" },
    { &locus_json, &locus_web, ":" },
    { &locus_json, &locus_web, "a:" },
    { &locus_json, &locus_web, "\\u0061" },
    { &locus_json, &locus_web, "\\u0061:" },
    { &locus_json, &locus_web, "\\u0061\\u003a" },
    { &locus_json, &locus_web, "http:\\/\\/[" },
    { &locus_json, &locus_web, "http:\\/\\/h\\/\\" },
    { &locus_json, &locus_web, "mailto:" },
    { &locus_json, &locus_web, "mailto:\\" },
    { &locus_json, &locus_rfc3986, "http://h\\/|" },
    { &locus_json, &locus_rfc3986, "http:\\u002f\\/%" },
    { &locus_json, &locus_rfc1738, "news:a\\/" },
    { &locus_json, &locus_rfc1738, "news:1" },
    { &locus_json, &locus_rfc1738, "ftp:\\/\\/u;" },
    { &locus_json, &locus_rfc1738, "\\u003anews" },
    { &locus_json, &locus_rfc1738, "news:()" },
    { &locus_json, &locus_web, "\\\"http:\\/\\/h" },
    { &locus_json, &locus_web, "(http://h" },
    { &locus_json, &locus_web, "\\u201chttp://h'" },
    { &locus_json, &locus_web, "a://b\\u001b[" },
    { &locus_json, &locus_web, "a://b/\\u001b[1" },
    { &locus_json, &locus_web, "\\u001b[m" },
    { &locus_json, &locus_web, "a\\u001b[m:" },
    { &locus_json, &locus_web, "a\\u001b[m://" },
    { &locus_json, &locus_web, "a://b/\\u001b[m" },
    { &locus_json, &locus_web, "\\u001b\\u005b1:" },
    { &locus_text, &locus_web, "(a://b|" },
    { &locus_text, &locus_web, "'a://b|" },
    { &locus_text, &locus_web, "\"a://b|" },
    { &locus_text, &locus_web, "“a://b|" },
    { &locus_text, &locus_web, "‚a://b‹a://b|" },
    { &locus_text, &locus_web, "「a://b。" },
    { &locus_text, &locus_web, "[a://b(a://b{a://b|" },
    { &locus_text, &locus_web, "(((((((((((((((((a://b|" },
    { &locus_text, &locus_web, "(a://b|é/" },
    { &locus_text, &locus_web, "“a://b|é/" },
    { &locus_text, &locus_web, "«a://b|é/‘a://b|é/„a://é/" },
    { &locus_text, &locus_web, "“a://b|é/x”" },
    { &locus_text, &locus_web, "a://b'" },
    { &locus_text, &locus_web, "'a://b' “a://c’" },
    { &locus_text, &locus_web, "http://#" },
    { &locus_text, &locus_web, "http://@" },
    { &locus_text, &locus_web, "http://\xe4\xbb\xa5" },
    { &locus_text, &locus_web, "http://a:b@" },
    { &locus_text, &locus_web, "a://b:c " },
    { &locus_text, &locus_web, "a://b\x1b[" },
    { &locus_text, &locus_web, "a://b\x1b[1" },
    { &locus_text, &locus_web, "\x1b[m" },
    { &locus_text, &locus_web, "a://\x1b[m" },
    { &locus_text, &locus_web, "a://b/\x1b[m" },
    { &locus_text, &locus_web, "a://b/\x1b[2J" },
    { &locus_text, &locus_web, "a\x1b[m://b" },
    { &locus_json, &locus_web, "a\\u001b[m:\\/\\/b" },
    { &locus_text, &locus_web, "a://b/&quot" },
    { &locus_text, &locus_web, "a://b/\\u00" },
    { &locus_text, &locus_web, "a://b/(_~'s" },
    { &locus_text, &locus_rfc3986, "(a://b/%" },
    { &locus_text, &locus_rfc3986, "(a://b/[" },
    { &locus_text, &locus_rfc1738, "(news:a@" },
    { &locus_text, &locus_rfc1738, "(news:a'" },
    { &locus_text, &locus_rfc1738, "news:()" },
    { &locus_text, &locus_rfc1738, "\x1b[mnews:" },
    { &locus_json, &locus_rfc1738, "\\u001b[mnews:" },
    { &locus_text, &locus_rfc1630, "(\x1b[mmid:" },
    { &locus_json, &locus_web, "&quot;\turn:'s" },
    { &locus_text, &locus_web, "x://{\u2018" },
    { &locus_text, &locus_rfc1630, "(wais://h/d/t/1=a;" },
    { &locus_text, &locus_rfc1630, "'news:a(" },
    { &locus_raw, &locus_web, "http://a:b" },
    { &locus_raw, &locus_web, "a://b:c " },
    { &locus_raw, &locus_rfc3986, "a://[" },
    { &locus_json_raw, &locus_web, "a:\\/\\/b:c " },
};

START_TEST(hostile_text)
{
    const size_t size = hostile_size();
    char *const text = exact_allocate(size);
    struct locus_scan scan;
    struct locus_found found;

    for (size_t i = 0; i < size; ++i)
        text[i] = hostile[_i].fill[i % strlen(hostile[_i].fill)];
    locus_scan_init(&scan, *hostile[_i].grammar, *hostile[_i].context);
    if (strstr(hostile[_i].fill, "[m") != NULL) {
        scan.delimiters = "\f";       /* none of them occurs in the text */
        scan.delimiter_count = 1;
    }
    while (locus_scan_next(&scan, text, size, 1, &found) == 1)
        ck_assert_uint_le(found.off + found.len, size);
    exact_free(text);
}
END_TEST

/* Texts in which each URL is after a bracket that has no partner up to the end, of many
   lengths: where the last piece of a URL begins must not matter. */
static const struct {
    const struct locus_context *const *context;
    const struct locus_grammar *const *grammar;
    const char *fill;
} unclosed[] = {
    { &locus_json, &locus_web_reference, "|\\\\[a://" },
    { &locus_json, &locus_web_reference, "\\\\「tel:javascript:`" },
};

START_TEST(unclosed_brackets_of_all_lengths)
{
    enum { LENGTHS = 24, LONGER = 41 };
    const size_t size = 2 * hostile_size();
    const char *const fill = unclosed[_i].fill;

    for (size_t n = 0; n < LENGTHS; ++n) {
        const size_t len = size + n * LONGER;
        char *const text = exact_allocate(len);
        struct locus_scan scan;
        struct locus_found found;

        for (size_t i = 0; i < len; ++i)
            text[i] = fill[i % strlen(fill)];
        locus_scan_init(&scan, *unclosed[_i].grammar, *unclosed[_i].context);
        while (locus_scan_next(&scan, text, len, 1, &found) == 1)
            ck_assert_uint_le(found.off + found.len, len);
        exact_free(text);
    }
}
END_TEST

/* A URL with any number of control sequences before its "@". */
START_TEST(sequences_before_an_at_sign)
{
    static const struct {
        const struct locus_context *const *context;
        const char *sequence;
    } cases[] = {
        { &locus_text, "\x1b[m" }, { &locus_json, "\\u001b[K" }
    };
    const size_t sequence_len = strlen(cases[_i].sequence);
    const size_t count = hostile_size() / sequence_len;
    const size_t size = 6 + count * sequence_len + 3;
    char *const text = exact_allocate(size);
    struct locus_scan scan;
    struct locus_found found;

    memcpy(text, "news:a", 6);
    for (size_t i = 0; i < count; ++i)
        memcpy(text + 6 + i * sequence_len, cases[_i].sequence, sequence_len);
    memcpy(text + size - 3, "@h ", 3);
    locus_scan_init(&scan, locus_rfc1738, *cases[_i].context);
    ck_assert_int_eq(locus_scan_next(&scan, text, size, 1, &found), 1);
    ck_assert_uint_eq(found.off, 0);
    ck_assert_uint_eq(found.len, size - 1);
    ck_assert_uint_eq(found.url_len, 8);
    ck_assert_int_eq(locus_scan_next(&scan, text, size, 1, &found), 0);
    exact_free(text);
}
END_TEST

/* With a shorter time limit: one of these texts in quadratic time takes at least ten seconds. */
TCase *length_tests(void)
{
    TCase *tests = tcase_create("lengths");

    tcase_add_loop_test(tests, unclosed_brackets_of_all_lengths, 0, (int)COUNT(unclosed));
    tcase_set_timeout(tests, 20);
    return tests;
}

TCase *limit_tests(void)
{
    TCase *tests = tcase_create("limits");

    tcase_add_loop_test(tests, longest_wrapper, 0, 8);
    tcase_add_test(tests, nothing_is_kept);
    tcase_add_loop_test(tests, larger_than_the_window, 0, context_count());
    tcase_add_test(tests, windows_that_are_too_small);
    tcase_add_loop_test(tests, longest_scheme, 0, 9);
    tcase_add_loop_test(tests, hostile_text, 0, (int)COUNT(hostile));
    tcase_add_loop_test(tests, sequences_before_an_at_sign, 0, 2);
    tcase_set_timeout(tests, 60);
    return tests;
}
