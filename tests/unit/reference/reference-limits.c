/* SPDX-License-Identifier: MIT
 *
 * Limits and misuse of the functions that resolve, relativize, normalize and compare.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/grammars.h"
#include "unit/reference/test-resolve.h"

START_TEST(misuse)
{
    struct locus_url good, bad;
    char buf[64];
    size_t len = 7;

    ck_assert_int_eq(locus_parse(&good, "s://h/a", 7, locus_rfc3986), 0);
    ck_assert_int_eq(locus_parse(&bad, "s://h h", 7, locus_rfc3986),
                     LOCUS_ERROR_HOST);

    ck_assert_int_eq(locus_resolve(buf, 64, &len, &bad, "s://h h", &good,
                                   "s://h/a", 0), LOCUS_ERROR_HOST);
    ck_assert_uint_eq(len, 0);
    ck_assert_int_eq(locus_resolve(buf, 64, &len, &good, "s://h/a", &bad,
                                   "s://h h", 0), LOCUS_ERROR_HOST);
    ck_assert_int_eq(locus_relativize(buf, 64, &len, &bad, "s://h h", &good,
                                      "s://h/a"), LOCUS_ERROR_HOST);
    ck_assert_int_eq(locus_relativize(buf, 64, &len, &good, "s://h/a", &bad,
                                      "s://h h"), LOCUS_ERROR_HOST);
    ck_assert_int_eq(locus_normalize(buf, 64, &len, &bad, "s://h h", 0),
                     LOCUS_ERROR_HOST);

    ck_assert_int_eq(locus_resolve(buf, 64, &len, &good, "s://h/a", &good,
                                   "s://h/a", 2), LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_normalize(buf, 64, &len, &good, "s://h/a",
                                     LOCUS_STEPS_ALL + 1),
                     LOCUS_ERROR_ARGUMENT);
    ck_assert_uint_eq(len, 0);

    /* An invalid URL compares as an empty one. Bits that are not steps are ignored. */
    ck_assert_int_gt(locus_compare(&good, "s://h/a", &bad, "s://h h", 0), 0);
    ck_assert_int_eq(locus_compare(&bad, "s://h h", &bad, "s://h h", 0), 0);
    ck_assert_int_eq(locus_compare(&good, "s://h/a", &good, "s://h/a", ~0u), 0);
}
END_TEST

START_TEST(empty_texts)
{
    struct locus_url base, empty;
    char buf[8];
    size_t len;

    ck_assert_int_eq(locus_parse(&base, "s:", 2, locus_rfc3986), 0);
    ck_assert_int_eq(locus_parse(&empty, NULL, 0, locus_rfc3986_reference), 0);
    ck_assert_int_eq(locus_resolve(buf, 8, &len, &base, "s:", &empty, NULL, 0),
                     0);
    ck_assert_uint_eq(len, 2);
    ck_assert_int_eq(locus_normalize(NULL, 0, &len, &empty, NULL,
                                     LOCUS_STEPS_ALL), 0);
    ck_assert_uint_eq(len, 0);
    ck_assert_int_eq(locus_compare(&empty, NULL, &empty, NULL, LOCUS_STEPS), 0);
    ck_assert_int_lt(locus_compare(&empty, NULL, &base, "s:", LOCUS_STEPS), 0);
    ck_assert_int_eq(locus_relativize(NULL, 0, &len, &base, "s:", &base, "s:"),
                     0);
    ck_assert_uint_eq(len, 0);
}
END_TEST

/* Long texts take linear time. (A quadratic algorithm would exceed the time limit.) */
START_TEST(long_paths)
{
    enum { N = 4000000 };
    static const char *const units[] = {
        "/a", "/..", "/.", "/", "/a/..", "/%2e%2E", "%41", "%", "%%34", "a",
        "../", "/a/a/../..",
    };
    const size_t unit_len = strlen(units[_i]);
    const size_t len = 8 + N / unit_len * unit_len;
    char *text = malloc(len);
    char *out = malloc(len + 64), *target = malloc(len + 64);
    struct locus_url url, again;
    size_t n, back;

    memcpy(text, "s://h/b/", 8);
    for (size_t i = 8; i < len; i += unit_len)
        memcpy(text + i, units[_i], unit_len);
    ck_assert_int_eq(locus_parse(&url, text, len, locus_web), 0);
    ck_assert_int_eq(locus_normalize(out, len + 64, &n, &url, text,
                                     LOCUS_STEPS_ALL), 0);
    ck_assert_int_eq(locus_parse(&again, out, n, locus_web), 0);
    ck_assert_int_eq(locus_compare(&url, text, &again, out, LOCUS_STEPS_ALL),
                     0);
    /* A URI in normal form is resolved to itself (RFC 3986, section 5.2.2). */
    ck_assert_int_eq(locus_resolve(target, len + 64, &back, &url, text, &again, out, 0), 0);
    ck_assert_uint_eq(back, n);
    ck_assert_mem_eq(target, out, n);
    ck_assert_int_eq(locus_relativize(NULL, 0, &back, &again, out, &again, out),
                     0);
    ck_assert_uint_eq(back, 0);
    free(text);
    free(out);
    free(target);
}
END_TEST

/* The base and the reference have different grammars: the components are those of RFC
   3986, whatever parts the grammar has (RFC 1808, section 2.1). */
START_TEST(grammars_mixed)
{
    const struct {
        const struct locus_grammar *base_grammar;
        const char *base;
        const struct locus_grammar *ref_grammar;
        const char *ref;
        const char *result;
    } mixed[] = {
        { locus_rfc3986, "http://a/b/c", locus_rfc1630, "x:a?b#f", "x:a?b#f" },
        { locus_rfc3986, "http://a/b/c", locus_rfc1630, "x:a/./b#f", "x:a/b#f" },
        { locus_web, "x:|", locus_rfc1630, "URL:http://h/a/../b#f", "http://h/b#f" },
        { locus_web, "x:|", locus_rfc1738, "ftp://h/a/../b;type=i", "ftp://h/b;type=i" },
        { locus_rfc1738, "ftp://h/a/b;type=i", locus_web, "a:|", "a:|" },
        { locus_rfc1738, "ftp://h/a/b;type=i", locus_rfc3986_reference, "?q#f",
          "ftp://h/a/b;type=i?q#f" },
        { locus_rfc3986, "http://a/b", locus_rfc1630, "http://h#f", "http://h#f" },
    };

    for (size_t i = 0; i < sizeof mixed / sizeof *mixed; i++) {
        const char *const base_text = mixed[i].base;
        const char *const ref_text = mixed[i].ref;
        struct locus_url base, ref;
        char buf[64];
        size_t len;

        ck_assert_int_eq(locus_parse(&base, base_text, strlen(base_text),
                                     mixed[i].base_grammar), 0);
        ck_assert_int_eq(locus_parse(&ref, ref_text, strlen(ref_text),
                                     mixed[i].ref_grammar), 0);
        ck_assert_int_eq(locus_resolve(buf, sizeof buf, &len, &base, base_text,
                                       &ref, ref_text, LOCUS_STRICT), 0);
        ck_assert_msg(len == strlen(mixed[i].result)
                      && memcmp(buf, mixed[i].result, len) == 0, "%s: %.*s",
                      ref_text, (int)len, buf);
    }
}
END_TEST

TCase *limit_tests(void)
{
    TCase *tests = tcase_create("limits");

    tcase_add_test(tests, misuse);
    tcase_add_test(tests, empty_texts);
    tcase_add_loop_test(tests, long_paths, 0, 12);
    tcase_add_test(tests, grammars_mixed);
    tcase_set_timeout(tests, 300);
    return tests;
}
