/* SPDX-License-Identifier: MIT
 *
 * locus_findings() and locus_findings_any() find what the slow way finds (slow-findings.h),
 * in texts full of possible findings, with every kernel, and at both guard pages.
 */
#include "support/grammars.h"
#include "support/guard.h"
#include "support/mutate.h"
#include "support/unit.h"
#include "unit/findings/slow-findings.h"

static void differ(const char *what, const struct locus_url *url, const char *text, size_t len,
                   uint64_t got, uint64_t wanted)
{
    fprintf(stderr, "%s (%s, %s): ", what, locus_kernel(),
            locus_grammar_name(locus_url_grammar(url)));
    mutate_print(stderr, (const unsigned char *)text, len);
    ck_abort_msg("\nfindings %llx, not %llx", (unsigned long long)got,
                 (unsigned long long)wanted);
}

static void check_here(const struct locus_url *url, const char *text, size_t len,
                       uint64_t wanted, uint64_t mask)
{
    const uint64_t got = locus_findings(url, text, len, NULL);
    const int any = locus_findings_any(url, text, len, mask, NULL);

    if (got != wanted)
        differ("all", url, text, len, got, wanted);
    if (any != ((wanted & mask) != 0))
        differ("any", url, text, len, (uint64_t)any, mask);
}

/* Pieces that are findings in some part, or together with what is around them. */
static const char *const pieces[] = {
    "/", "//", "/.", "/..", "/../", "..", ".", "%2e", "%2E.", "%2f", "%5c", "\\", ";", ";a",
    "/..;/", "%3b", "%20", "/%20", "%00", "%0d", "%0a", "%09", "%25", "%252e", "%u002e",
    "%uFF0E", "%", "%4", "%41", "%C3%A9", "%c0%af", "%ef%bc%8f", "\xef\xbc\x8e", "\xe2\x88\x95",
    "\xc3\xa9", "\xc3", "@", "%40", "%3a", "?", "#", "=..", "&", "a", "localhost", "localhost.",
    "127.1", "0x7f", "1", "[", "[1:", "l", "lo", "\x7f", " ", "\n", ":80", ":",
};

/* A URL that contains some of these pieces. */
static size_t make_text(struct mutate *m, const struct locus_grammar *grammar,
                        unsigned char bytes[MUTATE_MAX])
{
    struct mutate_text text = { bytes, 0 };

    if (mutate_one_in(m, 2)) {
        static const char *const begins[] = {
            "http://h", "http://", "//h", "/", "", "ftp://h/", "gopher://h/1", "https://www.a.b/",
            "mailto:", "h", "x:", "http://h/a?b=", "http://h/#",
        };
        const char *const begin = MUTATE_PICK(m, begins);

        mutate_add(&text, begin, strlen(begin));
        for (size_t n = mutate_below(m, 12); n > 0; n--) {
            const char *const piece = MUTATE_PICK(m, pieces);

            if (mutate_one_in(m, 3))
                mutate_add_chars(m, &text, "");
            mutate_add(&text, piece, strlen(piece));
        }
        return text.len;
    }
    text.len = mutate_url(m, grammar, bytes);
    for (size_t n = mutate_below(m, 4); n > 0; n--) {
        const char *const piece = MUTATE_PICK(m, pieces);
        const size_t at = mutate_below(m, text.len + 1);
        const size_t room = mutate_open(&text, at, strlen(piece));

        memcpy(bytes + at, piece, room);
    }
    return text.len;
}

START_TEST(as_the_slow_way)
{
    const uint64_t count = texts_to_try(300000);
    unsigned char bytes[MUTATE_MAX];
    struct guard guard = { NULL, NULL };
    uint64_t clean = 0, valid = 0, matched = 0, seen = 0;
    int kinds = 0;
    struct mutate m;

    mutate_seed(&m, from_environment("LOCUS_TEST_SEED", 1) + 21);
    for (uint64_t i = 0; i < count; i++) {
        const struct locus_grammar *const grammar = mutate_grammar(&m);
        const size_t len = make_text(&m, grammar, bytes);
        const uint64_t mask = mutate_one_in(&m, 2) ? UINT64_C(1) << mutate_below(&m, 64)
                                                   : mutate_next(&m) & mutate_next(&m);
        const char *text;
        struct locus_url url;
        uint64_t wanted;

        locus_parse_reference(&url, (const char *)bytes, len, grammar);
        wanted = slow_findings(&url, (const char *)bytes, len);
        clean += wanted == 0;
        valid += url.error == 0;
        matched += (wanted & mask) != 0;
        seen |= wanted;
        text = guard_after(&guard, bytes, len);
        check_here(&url, text, len, wanted, mask);
        text = guard_before(&guard, bytes, len);
        check_here(&url, text, len, wanted, mask);
    }
    /* Some texts have no finding, most have one, and some have one of the mask. */
    ck_assert_uint_gt(clean, count / 100);
    ck_assert_uint_lt(clean, count / 2);
    ck_assert_uint_gt(valid, count / 5);
    ck_assert_uint_gt(matched, count / 10);
    ck_assert_uint_lt(matched, count - count / 10);
    for (int f = 0; f < LOCUS_FINDING_COUNT; f++)
        kinds += (int)(seen >> f & 1u);
    if (count >= 1000)
        ck_assert_int_ge(kinds, LOCUS_FINDING_COUNT * 3 / 4);
}
END_TEST

/* Clean texts of many lengths, in which one byte is changed. */
START_TEST(each_place)
{
    static const char changes[] = "%@\\;.?#: l\x80/";
    static const char always[] = "%@\\# \x80";             /* a finding in each place */
    char bytes[200] = "http://www.example.org/a/bc?d=e.f&g/h";
    struct guard guard = { NULL, NULL };
    size_t count = 0, clean = 0;
    struct locus_url url;

    for (size_t len = strlen(bytes); len < sizeof bytes; len++)
        bytes[len] = "abc/de.f"[len % 8];
    for (size_t len = 7; len <= sizeof bytes; len += len < 140 ? 1 : 7) {
        for (size_t at = 7; at < len; at++) {
            const char before = bytes[at];

            for (size_t i = 0; i < sizeof changes; i++) {
                const char *text;

                uint64_t wanted;

                bytes[at] = changes[i];
                text = guard_after(&guard, bytes, len);
                locus_parse(&url, text, len, locus_web);
                wanted = slow_findings(&url, text, len);
                check_here(&url, text, len, wanted, ~UINT64_C(0));
                if (memchr(always, changes[i], sizeof always) && wanted == 0)
                    differ("none", &url, text, len, wanted, ~UINT64_C(0));
                clean += wanted == 0;
                count++;
            }
            bytes[at] = before;
        }
    }
    /* Most of the other changes add no finding. */
    ck_assert_uint_gt(clean, count * (sizeof changes - sizeof always) / sizeof changes / 2);
}
END_TEST

/* Pieces of what locus_unicode_kinds() and locus_query_traverses() look for. */
static const char *const sequences[] = {
    "%e2%88%95", "\xe2\x88\x95", "%EF%BC%8F", "\xef\xbc\x8e", "%e2%80%a4", "%e3%80%82", "%c0%af",
    "\xc0\xaf", "%e0%80%ae", "%f0%80%80%af", "%f8%80%80%80%af", "%c3%a9", "\xc3\xa9", "\xc3",
    "..", "../", "..%2f", "%2e%2e/", "%252e%252e%255c", "%u002e%u002e/", "%uFF0E", "=..", "/..",
    "&", ";", "=", "/", "\\", ".", "%", "%e", "%e2", "%e2%", "%25", "a", "-", "~", "1",
};

START_TEST(as_without_runs)
{
    const uint64_t count = texts_to_try(300000);
    unsigned char bytes[MUTATE_MAX];
    struct guard guard = { NULL, NULL };
    uint64_t kinds = 0, texts_with_kinds = 0, traversals = 0;
    struct mutate m;

    mutate_seed(&m, from_environment("LOCUS_TEST_SEED", 1) + 22);
    for (uint64_t i = 0; i < count; i++) {
        struct mutate_text text = { bytes, 0 };
        const uint32_t stop = mutate_one_in(&m, 2) ? 0 : 1u << (OVERLONG + mutate_below(&m, 4));
        const unsigned char *p;
        uint32_t kind;
        int traverses;

        for (size_t n = mutate_below(&m, 8); n > 0; n--) {
            const char *const piece = MUTATE_PICK(&m, sequences);

            if (mutate_one_in(&m, 2))
                mutate_add_chars(&m, &text, "");
            mutate_add(&text, piece, strlen(piece));
        }
        p = (const unsigned char *)guard_after(&guard, bytes, text.len);
        kind = slow_unicode_kinds(p, p + text.len, stop);
        traverses = slow_query_traverses(p, p + text.len);
        kinds |= kind;
        texts_with_kinds += kind != 0;
        traversals += traverses != 0;
        if (locus_unicode_kinds(p, p + text.len, stop) != kind
            || locus_query_traverses(p, p + text.len) != traverses) {
            mutate_print(stderr, bytes, text.len);
            ck_abort_msg("other findings with runs");
        }
    }
    /* Each kind was found, and some texts have a traversal. */
    ck_assert_uint_eq(kinds, 1u << OVERLONG | 1u << COMPATIBILITY | 1u << LOOK_ALIKE
                             | 1u << IDNA_DOT);
    ck_assert_uint_gt(texts_with_kinds, count / 100);
    ck_assert_uint_lt(texts_with_kinds, count - count / 100);
    ck_assert_uint_gt(traversals, count / 100);
    ck_assert_uint_lt(traversals, count - count / 100);
}
END_TEST

static Suite *findings(void)
{
    Suite *suite = suite_create("findings-slow");
    TCase *tests = tcase_create("findings-slow");

    need_all_grammars();
    tcase_set_timeout(tests, 3600);
    tcase_add_test(tests, as_the_slow_way);
    tcase_add_test(tests, each_place);
    tcase_add_test(tests, as_without_runs);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return run_with_each_kernel(findings);
}
