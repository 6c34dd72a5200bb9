/* SPDX-License-Identifier: MIT
 *
 * Which grammars are built in (configure --with-grammars), and how the library
 * reports the others.
 */
#include <stdlib.h>
#include <string.h>

#include "support/grammars.h"
#include "locus.h"
#include "support/unit.h"

/* Valid in every grammar that has URLs. */
static const char url_of_all[] = "http://example.org/a";

START_TEST(one_is_built_in)
{
    int count = 0;

    for (int g = 0; g < grammar_count(); ++g) {
        const int has = locus_has_grammar(grammar_at(g));

        ck_assert(has == 0 || has == 1);
        count += has;
    }
    ck_assert_int_gt(count, 0);
    ck_assert_int_eq(locus_has_grammar(NULL), 0);
    ck_assert_ptr_null(locus_grammar_at((size_t)grammar_count()));
    ck_assert_ptr_null(locus_grammar_at(SIZE_MAX));
}
END_TEST

/* A grammar's name is known even if it is not built in, so that a program can
   report what is missing. */
START_TEST(names)
{
    const struct locus_grammar *const grammar = grammar_at(_i);
    const char *name = locus_grammar_name(grammar);

    ck_assert_ptr_nonnull(name);
    ck_assert_ptr_eq(locus_grammar_from_name(name, strlen(name)), grammar);
    ck_assert_ptr_null(locus_grammar_from_name(name, strlen(name) - 1));
    ck_assert_int_eq(locus_grammar_description(grammar)[0] != '\0',
                     locus_has_grammar(grammar));
    if (!locus_has_grammar(grammar))
        ck_assert_uint_eq(locus_grammar_traits(grammar), 0);
}
END_TEST

START_TEST(parsing)
{
    const struct locus_grammar *const grammar = grammar_at(_i);
    static const struct locus_span none[LOCUS_SLOT_COUNT];
    struct locus_url url;

    memset(&url, 0xff, sizeof url);
    if (locus_has_grammar(grammar) && !grammar_has_urls(grammar))
        return;
    if (locus_has_grammar(grammar)) {
        ck_assert_int_eq(locus_parse(&url, url_of_all, strlen(url_of_all),
                                     grammar), 0);
        ck_assert_ptr_eq(locus_url_grammar(&url), grammar);
        ck_assert_int_eq(locus_has(&url, LOCUS_HOST), 1);
        return;
    }
    ck_assert_int_eq(locus_parse(&url, url_of_all, strlen(url_of_all),
                                 grammar), LOCUS_ERROR_GRAMMAR);
    ck_assert_int_eq(url.error, LOCUS_ERROR_GRAMMAR);
    ck_assert_uint_eq(url.present, 0);
    ck_assert_uint_eq(url.error_offset, 0);
    ck_assert_ptr_null(locus_url_grammar(&url));
    ck_assert_int_eq(url.host_kind, LOCUS_HOST_NONE);
    ck_assert_mem_eq(url.part, none, sizeof none);
    /* The text does not matter. */
    ck_assert_int_eq(locus_parse(&url, NULL, 0, grammar),
                     LOCUS_ERROR_GRAMMAR);
}
END_TEST

/* The grammar that a scan uses (locus.h, section 2), whether or not it is built in. */
static const char *name_in_text(const struct locus_grammar *grammar)
{
    const char *const name = locus_grammar_name(grammar);
    const unsigned traits = locus_grammar_traits(grammar);

    if (traits & (LOCUS_TRAIT_TARGET | LOCUS_TRAIT_AUTHORITY))
        return NULL;
    if (traits & LOCUS_TRAIT_REFERENCE)
        return strcmp(name, "web-reference") == 0 ? "web" : "rfc3986";
    return name;
}

START_TEST(in_text)
{
    const struct locus_grammar *const grammar = grammar_at(_i);
    const struct locus_grammar *const used = locus_scan_grammar(grammar);
    struct locus_scan scan;

    ck_assert_pstr_eq(locus_grammar_name(used), name_in_text(grammar));
    ck_assert_int_eq(locus_scan_init(&scan, grammar, locus_raw) == 0,
                     locus_has_grammar(grammar) && locus_has_grammar(used));
    ck_assert_ptr_null(locus_scan_grammar(NULL));
}
END_TEST

START_TEST(scanning)
{
    const struct locus_grammar *const grammar = grammar_at(_i);
    struct locus_scan scan;
    struct locus_found found;

    if (!grammar_can_scan(grammar)) {
        ck_assert_int_eq(locus_scan_init(&scan, grammar, locus_raw),
                         LOCUS_ERROR_GRAMMAR);
        ck_assert_int_eq(locus_scan_init(&scan, grammar, locus_text),
                         LOCUS_ERROR_GRAMMAR);
        return;
    }
    ck_assert_int_eq(locus_scan_init(&scan, grammar, locus_text), 0);
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
    tcase_add_loop_test(tcase, names, 0, grammar_count());
    tcase_add_loop_test(tcase, parsing, 0, grammar_count());
    tcase_add_loop_test(tcase, in_text, 0, grammar_count());
    tcase_add_loop_test(tcase, scanning, 0, grammar_count());
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
