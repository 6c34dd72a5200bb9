/* SPDX-License-Identifier: MIT
 *
 * NULL and 0 for section 2 of locus/schemes.h: cases of test-null.c.
 */
#include "unit/include/null-query.h"

#include "locus.h"
#include "locus/schemes.h"
#include "support/unit.h"

/* An empty URL: a reference, whose parts are all empty or absent. */
static struct locus_url empty_url(void)
{
    struct locus_url url;

    ck_assert_int_eq(locus_parse(&url, NULL, 0, locus_rfc3986_reference), 0);
    return url;
}

void null_query_find(void)
{
    static const struct locus_span nothing;
    struct locus_pieces pairs;
    struct locus_piece pair;

    ck_assert_int_eq(locus_pieces_begin(&pairs, LOCUS_PIECE_PAIR, nothing), 0);
    ck_assert_int_eq(locus_query_find(&pair, &pairs, NULL, NULL, 0, 0), 0);
    ck_assert_int_eq(locus_query_find(&pair, &pairs, NULL, NULL, 0,
                                      LOCUS_QUERY_PREFIX), 0);
    /* The empty key matches an empty name. */
    ck_assert_int_eq(locus_pieces_begin(&pairs, LOCUS_PIECE_PAIR,
                                        (struct locus_span){ 0, 1 }), 0);
    ck_assert_int_eq(locus_query_find(&pair, &pairs, "&", NULL, 0, 0), 1);
    ck_assert_int_eq(locus_query_find(&pair, &pairs, "&", NULL, 0, 0), 1);
    ck_assert_int_eq(locus_query_find(&pair, &pairs, "&", NULL, 0, 0), 0);
}

void null_query_get(void)
{
    static const char text[] = "?=";
    struct locus_url url = empty_url();
    struct locus_report report;
    size_t len = 1;

    ck_assert_int_eq(locus_query_get(NULL, 0, &len, &url, NULL, NULL, 0, 0, &report),
                     LOCUS_ERROR_ABSENT);
    ck_assert_uint_eq(len, 0);
    ck_assert_int_eq(locus_parse(&url, text, 2, locus_rfc3986_reference), 0);
    ck_assert_int_eq(locus_query_get(NULL, 0, &len, &url, text, NULL, 0, 0, NULL), 0);
    ck_assert_uint_eq(len, 0);
}

void null_query_count(void)
{
    const struct locus_url url = empty_url();

    ck_assert_uint_eq(locus_query_count(&url, NULL, 0), 0);
}

void null_query_set(void)
{
    static const unsigned flags[] = { 0, LOCUS_KEEP, LOCUS_QUERY_ENCODED };
    const struct locus_url url = empty_url();

    for (size_t i = 0; i < COUNT(flags); i++) {
        size_t len = 1;
        char buf[2];

        ck_assert_int_eq(locus_query_set(NULL, 0, &len, &url, NULL, NULL, 0, NULL, 0,
                                         flags[i], NULL), LOCUS_ERROR_SPACE);
        ck_assert_uint_eq(len, 2);
        ck_assert_int_eq(locus_query_set(buf, 2, &len, &url, NULL, NULL, 0, NULL, 0,
                                         flags[i], NULL), 0);
        ck_assert_mem_eq(buf, "?=", 2);
    }
}

void null_query_remove(void)
{
    const struct locus_url url = empty_url();
    size_t len = 1;

    ck_assert_int_eq(locus_query_remove(NULL, 0, &len, &url, NULL, NULL, 0, 0, NULL), 0);
    ck_assert_uint_eq(len, 0);
    ck_assert_int_eq(locus_query_remove(NULL, 0, &len, &url, NULL, NULL, 0,
                                        LOCUS_QUERY_PREFIX, NULL), 0);
}

void null_query_drop_empty(void)
{
    static const char text[] = "?&";
    struct locus_url url = empty_url();
    size_t len = 1;

    ck_assert_int_eq(locus_query_drop_empty(NULL, 0, &len, &url, NULL, 0, NULL), 0);
    ck_assert_uint_eq(len, 0);
    ck_assert_int_eq(locus_parse(&url, text, 2, locus_rfc3986_reference), 0);
    ck_assert_int_eq(locus_query_drop_empty(NULL, 0, &len, &url, text, 0, NULL), 0);
    ck_assert_uint_eq(len, 0);
}

void null_query_sort(void)
{
    static const char text[] = "?";
    struct locus_url url = empty_url();
    char buf[1];
    size_t len = 1;

    ck_assert_int_eq(locus_query_sort(NULL, 0, &len, &url, NULL, NULL, 0, 0, NULL), 0);
    ck_assert_uint_eq(len, 0);
    ck_assert_int_eq(locus_parse(&url, text, 1, locus_rfc3986_reference), 0);
    ck_assert_int_eq(locus_query_sort(NULL, 0, &len, &url, text, NULL, 0, 0, NULL),
                     LOCUS_ERROR_SPACE);
    ck_assert_int_eq(locus_query_sort(buf, 1, &len, &url, text, NULL, 0, 0, NULL), 0);
    ck_assert_uint_eq(len, 1);
}

void null_query_select(void)
{
    static const char text[] = "?";
    const struct locus_query_rules rules = { .flags = LOCUS_QUERY_SORTED };
    struct locus_url url = empty_url();
    char buf[1];
    size_t len = 1;

    ck_assert_int_eq(locus_query_select(NULL, 0, &len, &url, NULL, &rules, NULL, 0, NULL),
                     0);
    ck_assert_uint_eq(len, 0);
    ck_assert_int_eq(locus_parse(&url, text, 1, locus_rfc3986_reference), 0);
    ck_assert_int_eq(locus_query_select(NULL, 0, &len, &url, text, &rules, NULL, 0, NULL),
                     LOCUS_ERROR_SPACE);
    ck_assert_int_eq(locus_query_select(buf, 1, &len, &url, text, &rules, NULL, 0, NULL),
                     0);
    ck_assert_uint_eq(len, 1);
}
