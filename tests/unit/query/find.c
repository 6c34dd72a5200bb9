/* SPDX-License-Identifier: MIT
 *
 * locus_query_find(), locus_query_get() and locus_query_count().
 */
#include "unit/query/test-query.h"

#include "support/guard.h"

static struct guard guard;

/* A query, a key and flags, and the numbers, from 0, of the pairs that have the key. */
struct search {
    const char *query;
    const char *key;
    size_t key_len;
    unsigned flags;
    int found[4];                  /* -1 ends them */
};

#define KEY(literal) "" literal, sizeof literal - 1
#define PLUS LOCUS_PLUS_IS_SPACE
#define PREFIX LOCUS_QUERY_PREFIX
#define SEMICOLON LOCUS_QUERY_SEMICOLON

static const struct search searches[] = {
    { "a=1&b=2&a=3", KEY("a"), 0, { 0, 2, -1 } },
    { "a=1&b=2&a=3", KEY("c"), 0, { -1 } },
    { "", KEY("a"), 0, { -1 } },
    /* An empty query has no pairs; an empty pair has the empty name. */
    { "", KEY(""), 0, { -1 } },
    { "&", KEY(""), 0, { 0, 1, -1 } },
    { "=1&=&a", KEY(""), 0, { 0, 1, -1 } },
    /* A pair without "=" is a name; the first "=" ends a name. */
    { "a&a=&a==b", KEY("a"), 0, { 0, 1, 2, -1 } },
    { "a=b", KEY("a=b"), 0, { -1 } },
    /* RFC 3986 2.1: either case of the digits. A name is decoded once. */
    { "%61=1&%2b=2&%2B=3", KEY("+"), 0, { 1, 2, -1 } },
    { "%61=1&a=2", KEY("a"), 0, { 0, 1, -1 } },
    { "%2561=1", KEY("%61"), 0, { 0, -1 } },
    { "%2561=1", KEY("a"), 0, { -1 } },
    { "a%3Db=1", KEY("a=b"), 0, { 0, -1 } },
    { "a%26b=1", KEY("a&b"), 0, { 0, -1 } },
    { "a%00b=1", KEY("a\0b"), 0, { 0, -1 } },
    { "a%00b=1", KEY("a"), 0, { -1 } },
    /* A "%" that begins no percent-encoding stands for itself. */
    { "%=1&%4=2&%zz=3&%%34=4", KEY("%4"), 0, { 1, 3, -1 } },
    { "%=1&%4=2&%zz=3", KEY("%"), 0, { 0, -1 } },
    { "%zz=3", KEY("%zz"), 0, { 0, -1 } },
    { "%4%41=1", KEY("%4A"), 0, { 0, -1 } },
    /* RFC 1630, "Query strings" */
    { "a+b=1&a%20b=2&a%2Bb=3", KEY("a b"), PLUS, { 0, 1, -1 } },
    { "a+b=1&a%20b=2&a%2Bb=3", KEY("a b"), 0, { 1, -1 } },
    { "a+b=1&a%20b=2&a%2Bb=3", KEY("a+b"), 0, { 0, 2, -1 } },
    { "a+b=1&a%20b=2&a%2Bb=3", KEY("a+b"), PLUS, { 2, -1 } },
    { "A=1", KEY("a"), 0, { -1 } },
    /* Prefixes */
    { "utm_a=1&utm=2&%75tm_b", KEY("utm_"), PREFIX, { 0, 2, -1 } },
    { "utm_=1&utm", KEY("utm_"), PREFIX, { 0, -1 } },
    { "utm_a=1", KEY("utm_"), 0, { -1 } },
    { "a&&b", KEY(""), PREFIX, { 0, 1, 2, -1 } },
    { "a*=1&a=2&ab=3", KEY("a*"), 0, { 0, -1 } },
    { "a*=1&a=2&ab=3", KEY("a*"), PREFIX, { 0, -1 } },
    /* Separators */
    { "a=1;b=2&c", KEY("b"), SEMICOLON, { 1, -1 } },
    { "a=1;b=2&c", KEY("b"), 0, { -1 } },
    { "x;a=1&a=2", KEY("x;a"), 0, { 0, -1 } },
};

START_TEST(find)
{
    const struct search *const s = &searches[_i];
    const size_t len = strlen(s->query);
    const char *const text = guard_after(&guard, s->query, len);
    const struct locus_span all = { 0, (uint32_t)len };
    const enum locus_piece_kind kind = s->flags & SEMICOLON ? LOCUS_PIECE_PAIR
                                                            : LOCUS_PIECE_AMP_PAIR;
    struct locus_pieces pairs, others;
    struct locus_piece pair, other;
    int number = -1;

    locus_pieces_begin(&pairs, kind, all);
    locus_pieces_begin(&others, kind, all);
    for (int i = 0; s->found[i] >= 0; i++) {
        ck_assert_int_eq(locus_query_find(&pair, &pairs, text, s->key, s->key_len,
                                          s->flags & ~(unsigned)SEMICOLON), 1);
        for (; number < s->found[i]; number++)
            ck_assert_int_eq(locus_pieces_next(&other, &others, text), 1);
        ck_assert_uint_eq(pair.text.off, other.text.off);
        ck_assert_uint_eq(pair.text.len, other.text.len);
        ck_assert_uint_eq(pair.value.off, other.value.off);
        ck_assert_int_eq(pair.has_value, other.has_value);
    }
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(locus_query_find(&pair, &pairs, text, s->key, s->key_len,
                                          s->flags & ~(unsigned)SEMICOLON), 0);
}
END_TEST

/* What locus_query_get() writes for the key "k"; NULL: LOCUS_ERROR_ABSENT. */
static const struct {
    const char *url;
    unsigned flags;
    const char *value;
    uint32_t found;
    size_t offset;
} values[] = {
    { "http://h/?k=v", 0, "v", 0, 0 },
    { "http://h/?k=a&k=b", 0, "a", 0, 0 },
    { "http://h/?a&k=%41%2f&b#k=x", 0, "A/", 0, 0 },
    { "http://h/?k", 0, "", 0, 0 },
    { "http://h/?k=", 0, "", 0, 0 },
    { "http://h/?k==", 0, "=", 0, 0 },
    { "http://h/?a", 0, NULL, 0, 0 },
    { "http://h/?", 0, NULL, 0, 0 },
    { "http://h/k=1", 0, NULL, 0, 0 },
    { "http://h/#?k=1", 0, NULL, 0, 0 },
    { "http://h/?k=a+b%2B", 0, "a+b+", LOCUS_FOUND_DELIMITER, 5 },
    { "http://h/?k=a+b%2B", PLUS, "a b+", LOCUS_FOUND_DELIMITER, 5 },
    { "http://h/?k=a;k=b", 0, "a;k=b", 0, 0 },
    { "http://h/?k=a;k=b", SEMICOLON, "a", 0, 0 },
    { "http://h/?x=1&k=a%0Ab", 0, "a\nb", LOCUS_FOUND_CONTROL | LOCUS_FOUND_LF, 7 },
    { "http://h/?x=%0A&k=%26", 0, "&", LOCUS_FOUND_DELIMITER, 8 },
    /* A "%" that begins no percent-encoded octet stands for itself. */
    { "http://h/?k=100%&a", 0, "100%", 0, 0 },
    { "http://h/?k=%%34%4", 0, "%4%4", 0, 0 },
};

START_TEST(get)
{
    const size_t url_len = strlen(values[_i].url);
    const char *const text = guard_after(&guard, values[_i].url, url_len);
    const char *const value = values[_i].value;
    struct locus_report report;
    struct locus_url url;
    char buf[64];
    size_t len = 77;

    ck_assert_int_eq(locus_parse(&url, text, url_len, locus_web), 0);
    ck_assert_int_eq(locus_query_get(buf, sizeof buf, &len, &url, text, "k", 1,
                                     values[_i].flags, &report),
                     value ? 0 : LOCUS_ERROR_ABSENT);
    ck_assert_uint_eq(len, value ? strlen(value) : 0);
    ck_assert(!value || memcmp(buf, value, len) == 0);
    ck_assert_uint_eq(report.found, values[_i].found);
    ck_assert_uint_eq(report.offset, values[_i].offset);
    ck_assert_int_eq(report.part, values[_i].found ? (int)LOCUS_QUERY : -1);

    for (size_t size = 0; value && size < strlen(value); size++) {
        memset(buf, '#', sizeof buf);
        ck_assert_int_eq(locus_query_get(buf, size, &len, &url, text, "k", 1,
                                         values[_i].flags, NULL), LOCUS_ERROR_SPACE);
        ck_assert_uint_eq(len, strlen(value));
        ck_assert_int_eq(buf[size], '#');
    }
}
END_TEST

START_TEST(count)
{
    static const struct {
        const char *url;
        size_t amp, semicolon;
    } counts[] = {
        { "http://h", 0, 0 }, { "http://h?", 0, 0 }, { "http://h?a", 1, 1 },
        { "http://h?&", 2, 2 }, { "http://h?a;b&c", 2, 3 }, { "http://h?=;", 1, 2 },
        { "http://h#a&b", 0, 0 },
    };

    for (size_t i = 0; i < COUNT(counts); i++) {
        struct locus_url url;

        locus_parse(&url, counts[i].url, strlen(counts[i].url), locus_rfc3986);
        ck_assert_uint_eq(locus_query_count(&url, counts[i].url, 0), counts[i].amp);
        ck_assert_uint_eq(locus_query_count(&url, counts[i].url, SEMICOLON),
                          counts[i].semicolon);
    }
}
END_TEST

TCase *find_tests(void)
{
    TCase *tests = tcase_create("find");

    tcase_add_loop_test(tests, find, 0, COUNT(searches));
    tcase_add_loop_test(tests, get, 0, COUNT(values));
    tcase_add_test(tests, count);
    return tests;
}
