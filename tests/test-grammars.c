/* SPDX-License-Identifier: MIT
 *
 * Which grammars are built in (configure --with-grammars), and what the
 * library says of the others.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "locus.h"
#include "unit.h"

/* Valid in every grammar. */
static const char url_of_all[] = "http://example.org/a";

static const int no_grammars[] = { LOCUS_GRAMMAR_COUNT, -1, 32, 256, INT_MAX,
                                   INT_MIN };

START_TEST(one_is_built_in)
{
    int count = 0;

    for (int g = 0; g < LOCUS_GRAMMAR_COUNT; ++g) {
        const int has = locus_has_grammar((enum locus_grammar)g);

        ck_assert(has == 0 || has == 1);
        count += has;
    }
    ck_assert_int_gt(count, 0);
    for (size_t i = 0; i < sizeof no_grammars / sizeof *no_grammars; ++i)
        ck_assert_int_eq(
            locus_has_grammar((enum locus_grammar)no_grammars[i]), 0);
}
END_TEST

/* Its name is known all the same: a program can say what it misses. */
START_TEST(names)
{
    const char *name = locus_grammar_name((enum locus_grammar)_i);

    ck_assert_ptr_nonnull(name);
    ck_assert_int_eq(locus_grammar_from_name(name, strlen(name)), _i);
}
END_TEST

START_TEST(parsing)
{
    const enum locus_grammar grammar = (enum locus_grammar)_i;
    static const struct locus_span none[LOCUS_SLOT_COUNT];
    struct locus_url url;

    memset(&url, 0xff, sizeof url);
    if (locus_has_grammar(grammar)) {
        ck_assert_int_eq(locus_parse(&url, url_of_all, strlen(url_of_all),
                                     grammar), 0);
        ck_assert_int_eq(url.grammar, grammar);
        ck_assert_int_eq(locus_has(&url, LOCUS_HOST), 1);
        return;
    }
    ck_assert_int_eq(locus_parse(&url, url_of_all, strlen(url_of_all),
                                 grammar), LOCUS_ERROR_GRAMMAR);
    ck_assert_int_eq(url.error, LOCUS_ERROR_GRAMMAR);
    ck_assert_uint_eq(url.present, 0);
    ck_assert_uint_eq(url.error_offset, 0);
    ck_assert_int_eq(url.host_kind, LOCUS_HOST_NONE);
    ck_assert_mem_eq(url.part, none, sizeof none);
    /* Before anything is read, and before the length is looked at. */
    ck_assert_int_eq(locus_parse(&url, NULL, 0, grammar),
                     LOCUS_ERROR_GRAMMAR);
}
END_TEST

START_TEST(scanning)
{
    const enum locus_grammar grammar = (enum locus_grammar)_i;
    /* A reference is scanned for by the machine of URIs. */
    const enum locus_grammar machine =
        grammar == LOCUS_RFC3986_REFERENCE ? LOCUS_RFC3986 : grammar;
    struct locus_scan scan;
    struct locus_found found;

    if (!locus_has_grammar(machine)) {
        ck_assert_int_eq(locus_scan_init(&scan, grammar, LOCUS_RAW),
                         LOCUS_ERROR_GRAMMAR);
        ck_assert_int_eq(locus_scan_init(&scan, grammar, LOCUS_TEXT),
                         LOCUS_ERROR_GRAMMAR);
        return;
    }
    ck_assert_int_eq(locus_scan_init(&scan, grammar, LOCUS_TEXT), 0);
    ck_assert_int_eq(locus_scan_next(&scan, url_of_all, strlen(url_of_all), 1,
                                     &found), 1);
    ck_assert_uint_eq(found.len, strlen(url_of_all));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("grammars");
    TCase *tcase = tcase_create("grammars");

    tcase_add_test(tcase, one_is_built_in);
    tcase_add_loop_test(tcase, names, 0, LOCUS_GRAMMAR_COUNT);
    tcase_add_loop_test(tcase, parsing, 0, LOCUS_GRAMMAR_COUNT);
    tcase_add_loop_test(tcase, scanning, 0, LOCUS_GRAMMAR_COUNT);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
