/* SPDX-License-Identifier: MIT
 *
 * Misuse, and many pairs.
 */
#include "unit/query/test-query.h"

static const char text[] = "http://h/?b&a";

static struct locus_url parsed(void)
{
    struct locus_url url;

    ck_assert_int_eq(locus_parse(&url, text, strlen(text), locus_rfc3986), 0);
    return url;
}

/* Each function takes exactly its flags. */
START_TEST(flags)
{
    const unsigned plus = LOCUS_PLUS_IS_SPACE;
    const unsigned semicolon = LOCUS_QUERY_SEMICOLON;
    const struct locus_url url = parsed();
    struct locus_query_entry entries[2];
    char buf[64];
    size_t len;

    for (unsigned f = 0; f < 64; f++) {
        struct locus_pieces pairs;
        struct locus_piece pair;
        int result;

#define EXPECT(allowed, ok) \
        ck_assert_int_eq(result, f & ~(unsigned)(allowed) ? LOCUS_ERROR_ARGUMENT : (ok))

        locus_pieces_begin(&pairs, LOCUS_PIECE_AMP_PAIR, url.part[LOCUS_QUERY]);
        result = locus_query_find(&pair, &pairs, text, "a", 1, f);
        EXPECT(plus | LOCUS_QUERY_PREFIX, 1);
        result = locus_query_get(buf, sizeof buf, &len, &url, text, "a", 1, f, NULL);
        EXPECT(plus | semicolon, 0);
        result = locus_query_set(buf, sizeof buf, &len, &url, text, "a", 1, "1", 1, f,
                                 NULL);
        EXPECT(LOCUS_KEEP | plus | LOCUS_QUERY_ENCODED | semicolon,
               f & LOCUS_KEEP && f & LOCUS_QUERY_ENCODED ? LOCUS_ERROR_ARGUMENT : 0);
        result = locus_query_remove(buf, sizeof buf, &len, &url, text, "a", 1, f, NULL);
        EXPECT(plus | LOCUS_QUERY_PREFIX | semicolon, 0);
        result = locus_query_drop_empty(buf, sizeof buf, &len, &url, text, f, NULL);
        EXPECT(semicolon, 0);
        result = locus_query_sort(buf, sizeof buf, &len, &url, text, entries, 2, f, NULL);
        EXPECT(plus | semicolon, 0);
#undef EXPECT
    }
}
END_TEST

START_TEST(misuse)
{
    const struct locus_url url = parsed();
    struct locus_query_entry entries[2];
    struct locus_pieces pairs;
    struct locus_piece pair;
    struct locus_url none = { 0 };
    char buf[64];
    size_t len = 77;

    ck_assert_int_eq(locus_query_sort(buf, sizeof buf, &len, &url, text, entries, 1, 0,
                                      NULL), LOCUS_ERROR_ARGUMENT);
    ck_assert_uint_eq(len, 0);
    ck_assert_int_eq(locus_query_set(buf, sizeof buf, &len, &none, NULL, "a", 1, "b", 1,
                                     0, NULL), LOCUS_ERROR_GRAMMAR);
    ck_assert_uint_eq(len, 0);
    locus_pieces_begin(&pairs, LOCUS_PIECE_KIND_COUNT, url.part[LOCUS_QUERY]);
    ck_assert_int_eq(locus_query_find(&pair, &pairs, text, "a", 1, 0),
                     LOCUS_ERROR_ARGUMENT);
    /* An iterator of other pieces works as well. */
    locus_pieces_begin(&pairs, LOCUS_PIECE_PROSPERO, (struct locus_span){ 0, 4 });
    ck_assert_int_eq(locus_query_find(&pair, &pairs, ";a=1", "a", 1, 0), 1);
    ck_assert_uint_eq(pair.value.off, 3);
    locus_pieces_begin(&pairs, LOCUS_PIECE_PROSPERO, (struct locus_span){ 0, 4 });
    ck_assert_int_eq(locus_query_find(&pair, &pairs, ";a;b", "a", 1, 0),
                     LOCUS_ERROR_PIECE);
#if SIZE_MAX > UINT32_MAX
    /* A length that no text has: it must not be read. */
    ck_assert_int_eq(locus_query_set(buf, sizeof buf, &len, &url, text, "a", 1, text,
                                     (size_t)LOCUS_MAX_LENGTH + 1, LOCUS_QUERY_ENCODED,
                                     NULL), LOCUS_ERROR_TOO_LONG);
    ck_assert_int_eq(locus_query_set(buf, sizeof buf, &len, &url, text, text,
                                     (size_t)LOCUS_MAX_LENGTH + 1, "a", 1, 0, NULL),
                     LOCUS_ERROR_TOO_LONG);
#endif
}
END_TEST

/* Many pairs */

enum { PAIRS = 10000 };

/* A URL with PAIRS pairs of numbers of five digits: number(i) is the name of pair i, and i
   its value. */
static char *many(size_t *len, unsigned (*number)(unsigned i))
{
    static const char head[] = "http://h/?";
    char *const url = malloc(sizeof head + PAIRS * 12);
    size_t at = sizeof head - 1;

    ck_assert_ptr_nonnull(url);
    memcpy(url, head, at);
    for (unsigned i = 0; i < PAIRS; i++)
        at += (size_t)sprintf(url + at, "%05u=%05u&", number(i), i);
    *len = at - 1;
    return url;
}

static unsigned shuffled(unsigned i)
{
    return i * 7919 % PAIRS;       /* each number once: 7919 is prime */
}

static unsigned falling(unsigned i)
{
    return PAIRS - 1 - i;
}

static unsigned rising(unsigned i)
{
    return i;
}

static unsigned equal(unsigned i)
{
    (void)i;
    return 7;
}

static unsigned few(unsigned i)
{
    return i * 7919 % 10;
}

/* After sorting, names are in ascending order, and so are the values of equal names. */
START_TEST(many_are_sorted)
{
    static unsigned (*const orders[])(unsigned) = {
        shuffled, falling, rising, equal, few
    };
    struct locus_query_entry *const entries = malloc(PAIRS * sizeof *entries);
    struct locus_url url;
    size_t len, sorted_len;
    char *const long_text = many(&len, orders[_i]);
    char *const sorted = malloc(len);
    unsigned last_name = 0, last_value = 0;
    const char *pair;

    ck_assert_int_eq(locus_parse(&url, long_text, len, locus_rfc3986), 0);
    ck_assert_uint_eq(locus_query_count(&url, long_text, 0), PAIRS);
    ck_assert_int_eq(locus_query_sort(sorted, len, &sorted_len, &url, long_text, entries,
                                      PAIRS - 1, 0, NULL), LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_query_sort(sorted, len, &sorted_len, &url, long_text, entries,
                                      PAIRS, 0, NULL), 0);
    ck_assert_uint_eq(sorted_len, len);
    pair = sorted + strlen("http://h/?");
    for (unsigned i = 0; i < PAIRS; i++, pair += 12) {
        unsigned name, value;

        ck_assert_int_eq(sscanf(pair, "%5u=%5u", &name, &value), 2);
        ck_assert_uint_eq(orders[_i](value), name);
        ck_assert_uint_ge(name, last_name);
        if (i > 0 && name == last_name)
            ck_assert_uint_gt(value, last_value);
        last_name = name;
        last_value = value;
    }
    free(entries);
    free(sorted);
    free(long_text);
}
END_TEST

START_TEST(many_are_removed)
{
    struct locus_url url;
    size_t len, left;
    char *const long_text = many(&len, few);
    char *const buf = malloc(len);

    ck_assert_int_eq(locus_parse(&url, long_text, len, locus_rfc3986), 0);
    ck_assert_int_eq(locus_query_remove(buf, len, &left, &url, long_text, "00003", 5, 0,
                                        NULL), 0);
    ck_assert_uint_eq(left, len - PAIRS / 10 * 12);
    ck_assert_int_eq(locus_query_remove(buf, len, &left, &url, long_text, "0000", 4,
                                        LOCUS_QUERY_PREFIX, NULL), 0);
    ck_assert_uint_eq(left, strlen("http://h/"));
    free(buf);
    free(long_text);
}
END_TEST

TCase *argument_tests(void)
{
    TCase *tests = tcase_create("arguments");

    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, flags);
    tcase_add_test(tests, misuse);
    tcase_add_loop_test(tests, many_are_sorted, 0, 5);
    tcase_add_test(tests, many_are_removed);
    return tests;
}
