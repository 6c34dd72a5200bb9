/* SPDX-License-Identifier: MIT
 *
 * Edits, case by case. The expected texts follow from the comments of locus/schemes.h.
 */
#include "unit/query/test-query.h"

#include "support/guard.h"

#define PLUS LOCUS_PLUS_IS_SPACE
#define PREFIX LOCUS_QUERY_PREFIX
#define SEMICOLON LOCUS_QUERY_SEMICOLON
#define ENCODED LOCUS_QUERY_ENCODED

enum edit { SET, REMOVE, DROP_EMPTY, SORT };

struct edited {
    enum edit edit;
    const struct locus_grammar *const *grammar;
    const char *url;
    const char *key;               /* of SET and REMOVE */
    const char *value;             /* of SET */
    unsigned flags;
    const char *result;            /* NULL: it fails */
    int error;
    size_t offset;                 /* report.offset; report.part is LOCUS_QUERY */
};

#define G &locus_rfc3986
#define W &locus_web
#define R &locus_rfc3986_reference
#define OLD &locus_rfc1738
#define OLDEST &locus_rfc1630

static const struct edited cases[] = {
    /* The first pair of the key is set; its name stays. Further pairs with the key are
       removed. */
    { SET, G, "http://h/?a=1", "a", "2", 0, "http://h/?a=2", 0, 0 },
    { SET, G, "http://h/?a=1#f", "a", "", 0, "http://h/?a=#f", 0, 0 },
    { SET, G, "http://h/?b&a&c", "a", "2", 0, "http://h/?b&a=2&c", 0, 0 },
    { SET, G, "http://h/?page=1&%70age=7&x", "page", "2", 0, "http://h/?page=2&x", 0, 0 },
    { SET, G, "http://h/?%70age=1&x&page=7", "page", "2", 0, "http://h/?%70age=2&x", 0,
      0 },
    { SET, G, "http://h/?a=1&a=2&a=3", "a", "4", 0, "http://h/?a=4", 0, 0 },
    { SET, G, "http://h/?a=b=c&d", "a", "e", 0, "http://h/?a=e&d", 0, 0 },
    { SET, G, "http://h/?a=1;b=2;a=3", "a", "4", SEMICOLON, "http://h/?a=4;b=2", 0, 0 },
    { SET, G, "http://h/?a=1;b=2", "a", "4", 0, "http://h/?a=4", 0, 0 },
    /* If there is none, it is added at the end. */
    { SET, G, "http://h/?x", "page", "2", 0, "http://h/?x&page=2", 0, 0 },
    { SET, G, "http://h/?x&", "page", "2", 0, "http://h/?x&&page=2", 0, 0 },
    { SET, G, "http://h/?x;y", "page", "2", SEMICOLON, "http://h/?x;y&page=2", 0, 0 },
    { SET, G, "http://h/?", "page", "2", 0, "http://h/?page=2", 0, 0 },
    { SET, G, "http://h?#f", "page", "2", 0, "http://h?page=2#f", 0, 0 },
    { SET, G, "http://h", "page", "2", 0, "http://h?page=2", 0, 0 },
    { SET, G, "http://u:p@h:80/a/../b#f?x", "k", "v", 0, "http://u:p@h:80/a/../b?k=v#f?x",
      0, 0 },
    { SET, G, "mailto:a@b", "subject", "Hi!", 0, "mailto:a@b?subject=Hi!", 0, 0 },
    { SET, R, "", "a", "b", 0, "?a=b", 0, 0 },
    { SET, R, "#", "a", "b", 0, "?a=b#", 0, 0 },
    { SET, R, "../c", "a", "b", 0, "../c?a=b", 0, 0 },
    { SET, G, "http://h/?a=1", "", "2", 0, "http://h/?a=1&=2", 0, 0 },
    { SET, G, "http://h/?=1", "", "2", 0, "http://h/?=2", 0, 0 },
    /* Encoding: RFC 3986 3.4 without "&", ";", "=" and "+". */
    { SET, G, "http://h/?a", "a", "b c&d=e;f+g/h?i#j%41", 0,
      "http://h/?a=b%20c%26d%3De%3Bf%2Bg/h?i%23j%2541", 0, 0 },
    { SET, G, "http://h/?a", "a", "b c%41%", LOCUS_KEEP, "http://h/?a=b%20c%41%25", 0, 0 },
    { SET, G, "http://h/?a", "a", "b c+d%20", PLUS, "http://h/?a=b+c%2Bd%2520", 0, 0 },
    { SET, G, "http://h/", "b c&%41", "d", 0, "http://h/?b%20c%26%2541=d", 0, 0 },
    { SET, G, "http://h/", "b c", "d", PLUS, "http://h/?b+c=d", 0, 0 },
    { SET, G, "http://h/?b+c=1&b%20c=2", "b c", "d", PLUS, "http://h/?b+c=d", 0, 0 },
    { SET, G, "http://h/?b+c=1&b%20c=2", "b c", "d", 0, "http://h/?b+c=1&b%20c=d", 0, 0 },
    { SET, G, "http://h/", "%41", "d", LOCUS_KEEP, "http://h/?%2541=d", 0, 0 },
    { SET, G, "http://h/?a", "a", "\xc3\xa9", 0, "http://h/?a=%C3%A9", 0, 0 },
    { SET, W, "http://h/?a", "a", "\xc3\xa9|\"", 0, "http://h/?a=\xc3\xa9|%22", 0, 0 },
    { SET, W, "http://h/?{x}&a&%zz", "a", "1", 0, "http://h/?{x}&a=1&%zz", 0, 0 },
    /* A value that is encoded already */
    { SET, G, "http://h/?a", "a", "b+c%20d=e", ENCODED, "http://h/?a=b+c%20d=e", 0, 0 },
    { SET, G, "http://h/?a", "a", "b;c", ENCODED, "http://h/?a=b;c", 0, 0 },
    { SET, G, "http://h/?a", "a", "b&c", ENCODED, NULL, LOCUS_ERROR_MISREAD, 0 },
    { SET, G, "http://h/?a", "a", "b;c", ENCODED | SEMICOLON, NULL, LOCUS_ERROR_MISREAD,
      0 },
    { SET, G, "http://h/?a", "a", "&", ENCODED, NULL, LOCUS_ERROR_MISREAD, 0 },
    { SET, G, "http://h/?x&a", "a", "b c", ENCODED, NULL, LOCUS_ERROR_QUERY, 5 },
    { SET, G, "http://h/?x&a", "a", "%4", ENCODED, NULL, LOCUS_ERROR_PERCENT, 6 },
    /* Grammars where queries are different or absent */
    { SET, OLD, "http://h/", "a", "~", 0, "http://h/?a=%7E", 0, 0 },
    { SET, OLD, "wais://h/d?a=1", "a", "2", 0, "wais://h/d?a=2", 0, 0 },
    { SET, OLDEST, "URL:http://h/?a#f", "a", "2", 0, NULL, LOCUS_ERROR_QUERY, 1 },
    { SET, OLDEST, "http://h/", "a", "2", 0, NULL, LOCUS_ERROR_QUERY, 1 },

    { REMOVE, G, "http://h/?a=1&b=2&c=3", "a", NULL, 0, "http://h/?b=2&c=3", 0, 0 },
    { REMOVE, G, "http://h/?a=1&b=2&c=3", "b", NULL, 0, "http://h/?a=1&c=3", 0, 0 },
    { REMOVE, G, "http://h/?a=1&b=2&c=3#f", "c", NULL, 0, "http://h/?a=1&b=2#f", 0, 0 },
    { REMOVE, G, "http://h/?a=1&%61=2&b&a", "a", NULL, 0, "http://h/?b", 0, 0 },
    { REMOVE, G, "http://h/?a=1&b=2", "c", NULL, 0, "http://h/?a=1&b=2", 0, 0 },
    { REMOVE, G, "http://h/?%61%2f=1&B%7e", "c", NULL, 0, "http://h/?%61%2f=1&B%7e", 0, 0 },
    /* A pair is removed with the separator after it, the last pair with the one before it. */
    { REMOVE, G, "http://h/?a;b&c", "b", NULL, SEMICOLON, "http://h/?a;c", 0, 0 },
    { REMOVE, G, "http://h/?a;b&c", "a", NULL, SEMICOLON, "http://h/?b&c", 0, 0 },
    { REMOVE, G, "http://h/?a;b&c", "c", NULL, SEMICOLON, "http://h/?a;b", 0, 0 },
    { REMOVE, G, "http://h/?a;b&b", "b", NULL, SEMICOLON, "http://h/?a", 0, 0 },
    { REMOVE, G, "http://h/?a;b&c", "c", NULL, 0, "http://h/?a;b", 0, 0 },
    { REMOVE, G, "http://h/?a&&b", "a", NULL, 0, "http://h/?&b", 0, 0 },
    { REMOVE, G, "http://h/?a&&b&", "b", NULL, 0, "http://h/?a&&", 0, 0 },
    { REMOVE, G, "http://h/?a&&b", "", NULL, 0, "http://h/?a&b", 0, 0 },
    /* Removing the last pair also removes the "?". A remaining empty pair keeps it. */
    { REMOVE, G, "http://h/?a=1", "a", NULL, 0, "http://h/", 0, 0 },
    { REMOVE, G, "http://h/?a=1&a#f", "a", NULL, 0, "http://h/#f", 0, 0 },
    { REMOVE, G, "http://h/?&a", "a", NULL, 0, "http://h/?", 0, 0 },
    { REMOVE, G, "http://h/?&", "", NULL, 0, "http://h/", 0, 0 },
    { REMOVE, R, "?a", "a", NULL, 0, "", 0, 0 },
    { REMOVE, OLD, "wais://h/d?a=1", "a", NULL, 0, "wais://h/d", 0, 0 },
    /* What is absent or empty stays so. */
    { REMOVE, G, "http://h", "a", NULL, 0, "http://h", 0, 0 },
    { REMOVE, G, "http://h?", "a", NULL, 0, "http://h?", 0, 0 },
    { REMOVE, G, "http://h?", "", NULL, 0, "http://h?", 0, 0 },
    { REMOVE, G, "http://h#a=1", "a", NULL, 0, "http://h#a=1", 0, 0 },
    { REMOVE, OLDEST, "URL:http://h/?a&b#f", "a", NULL, 0, "URL:http://h/?b#f", 0, 0 },
    { REMOVE, OLDEST, "http://h/?a", "a", NULL, 0, "http://h/", 0, 0 },
    /* RFC 1630 has no empty query. */
    { REMOVE, OLDEST, "http://h/?a&", "a", NULL, 0, NULL, LOCUS_ERROR_QUERY, 0 },
    { REMOVE, G, "http://h/?utm_a=1&b&%75tm_c&utm", "utm_", NULL, PREFIX,
      "http://h/?b&utm", 0, 0 },
    { REMOVE, G, "http://h/?a=1&b", "", NULL, PREFIX, "http://h/", 0, 0 },
    { REMOVE, G, "http://h/?a*=1&ab", "a*", NULL, 0, "http://h/?ab", 0, 0 },
    { REMOVE, G, "http://h/?a+b=1&a%20b&c", "a b", NULL, PLUS, "http://h/?c", 0, 0 },

    { DROP_EMPTY, G, "http://h/?a=&&b&=", NULL, NULL, 0, "http://h/?a=&b", 0, 0 },
    { DROP_EMPTY, G, "http://h/?&a&", NULL, NULL, 0, "http://h/?a", 0, 0 },
    { DROP_EMPTY, G, "http://h/?&&#f", NULL, NULL, 0, "http://h/#f", 0, 0 },
    { DROP_EMPTY, G, "http://h/?", NULL, NULL, 0, "http://h/?", 0, 0 },
    { DROP_EMPTY, G, "http://h/", NULL, NULL, 0, "http://h/", 0, 0 },
    { DROP_EMPTY, G, "http://h/?a;;b", NULL, NULL, 0, "http://h/?a;;b", 0, 0 },
    { DROP_EMPTY, G, "http://h/?a;;b", NULL, NULL, SEMICOLON, "http://h/?a;b", 0, 0 },
    { DROP_EMPTY, G, "http://h/?=a&==&a==", NULL, NULL, 0, "http://h/?=a&==&a==", 0, 0 },

    { SORT, G, "http://h/?b=1&a=2", NULL, NULL, 0, "http://h/?a=2&b=1", 0, 0 },
    { SORT, G, "http://h/?b=1;a=2&%61=1#f", NULL, NULL, SEMICOLON,
      "http://h/?a=2;%61=1&b=1#f", 0, 0 },
    { SORT, G, "http://h/?b=1;a=2&%61=1", NULL, NULL, 0, "http://h/?%61=1&b=1;a=2", 0, 0 },
    { SORT, G, "http://h/?a=2&a=1&a=3", NULL, NULL, 0, "http://h/?a=2&a=1&a=3", 0, 0 },
    /* The name alone is compared: "=" is not part of it. */
    { SORT, G, "http://h/?a-=1&a=2&ab&a", NULL, NULL, 0, "http://h/?a=2&a&a-=1&ab", 0, 0 },
    { SORT, G, "http://h/?b&&a&=1", NULL, NULL, 0, "http://h/?&=1&a&b", 0, 0 },
    { SORT, W, "http://h/?\xff&%7f&%80", NULL, NULL, 0, "http://h/?%7f&%80&\xff", 0, 0 },
    { SORT, G, "http://h/?a%20b&a+b&a!b", NULL, NULL, 0, "http://h/?a%20b&a!b&a+b", 0, 0 },
    { SORT, G, "http://h/?a+b&a%20b&a!b", NULL, NULL, PLUS, "http://h/?a+b&a%20b&a!b", 0, 0 },
    { SORT, G, "http://h/?", NULL, NULL, 0, "http://h/?", 0, 0 },
    { SORT, G, "http://h/", NULL, NULL, 0, "http://h/", 0, 0 },
    { SORT, R, "?b&a", NULL, NULL, 0, "?a&b", 0, 0 },
    { SORT, OLDEST, "http://h/?b&a#f", NULL, NULL, 0, "http://h/?a&b#f", 0, 0 },
};

/* The same edit by locus_query_select(). */
static int run_select(const struct edited *c, char *buf, size_t size, size_t *len,
                      const struct locus_url *url, const char *text,
                      struct locus_report *report)
{
    const struct locus_slice key = { c->key, c->key ? strlen(c->key) : 0 };
    struct locus_query_rules rules = { .flags = c->flags & (PLUS | SEMICOLON) };
    struct locus_query_entry entries[16];

    if (c->edit == REMOVE && c->flags & PREFIX) {
        rules.prefixes = &key;
        rules.prefix_count = 1;
    } else if (c->edit == REMOVE) {
        rules.names = &key;
        rules.name_count = 1;
    } else {
        rules.flags |= c->edit == SORT ? LOCUS_QUERY_SORTED : LOCUS_QUERY_NO_EMPTY;
    }
    return locus_query_select(buf, size, len, url, text, &rules, entries, COUNT(entries),
                              report);
}

static int run(const struct edited *c, char *buf, size_t size, size_t *len,
               const struct locus_url *url, const char *text, struct locus_report *report)
{
    struct locus_query_entry entries[16];

    switch (c->edit) {
    case SET:
        return locus_query_set(buf, size, len, url, text, c->key, strlen(c->key),
                               c->value, strlen(c->value), c->flags, report);
    case REMOVE:
        return locus_query_remove(buf, size, len, url, text, c->key, strlen(c->key),
                                  c->flags, report);
    case DROP_EMPTY:
        return locus_query_drop_empty(buf, size, len, url, text, c->flags, report);
    default:
        return locus_query_sort(buf, size, len, url, text, entries, COUNT(entries),
                                c->flags, report);
    }
}

/* Edits with each size of buffer, from 0 to more than is needed. */
static void check_edit(const struct edited *c,
                       int (*edit)(const struct edited *, char *, size_t, size_t *,
                                   const struct locus_url *, const char *,
                                   struct locus_report *))
{
    static struct guard texts, buffers;
    const size_t text_len = strlen(c->url);
    const char *const text = guard_after(&texts, c->url, text_len);
    const size_t expected = c->result ? strlen(c->result) : 0;
    struct locus_report report;
    struct locus_url url;
    size_t needed = 0;

    ck_assert_int_eq(locus_parse(&url, text, text_len, *c->grammar), 0);
    if (c->error == LOCUS_ERROR_MISREAD)
        needed = 0;                /* found before anything is written */
    else
        ck_assert_int_eq(edit(c, NULL, 0, &needed, &url, text, NULL),
                         c->result && expected == 0 ? 0 : LOCUS_ERROR_SPACE);
    if (c->result)
        ck_assert_uint_eq(needed, expected);
    for (size_t size = 0; size <= needed + 2; size++) {
        char *const buf = size > 0 ? guard_after(&buffers, NULL, size) : NULL;
        size_t len = 77;
        const int result = edit(c, buf, size, &len, &url, text, &report);

        if (size < needed) {
            ck_assert_int_eq(result, LOCUS_ERROR_SPACE);
            ck_assert_uint_eq(len, needed);
            continue;
        }
        ck_assert_int_eq(result, c->error);
        ck_assert_uint_eq(len, expected);
        if (c->result) {
            if (len > 0)
                ck_assert_mem_eq(buf, c->result, len);
            ck_assert_int_eq(report.part, -1);
        } else {
            ck_assert_int_eq(report.part, LOCUS_QUERY);
            ck_assert_uint_eq(report.offset, c->offset);
        }
    }
}

START_TEST(edit)
{
    check_edit(&cases[_i], run);
    if (cases[_i].edit != SET)
        check_edit(&cases[_i], run_select);
}
END_TEST

/* The result is the same with each size of buffer that is large enough for it, and with
   just enough entries. */
static void check_selection(const char *url_text, const char *wanted,
                            const struct locus_query_rules *rules, size_t entry_count)
{
    static struct guard texts, buffers, memory;
    const size_t text_len = strlen(url_text), needed = strlen(wanted);
    const char *const text = guard_after(&texts, url_text, text_len);
    struct locus_query_entry *const entries =
        guard_after(&memory, NULL, entry_count * sizeof *entries);
    struct locus_url url;

    ck_assert_int_eq(locus_parse(&url, text, text_len, locus_rfc3986), 0);
    for (size_t size = 0; size <= text_len + 2; size++) {
        char *const buf = size > 0 ? guard_after(&buffers, NULL, size) : NULL;
        size_t len = 77;
        const int result = locus_query_select(buf, size, &len, &url, text, rules, entries,
                                              entry_count, NULL);

        ck_assert_int_eq(result, size < needed ? LOCUS_ERROR_SPACE : 0);
        ck_assert_uint_eq(len, needed);
        if (result == 0)
            ck_assert_msg(memcmp(buf, wanted, len) == 0, "size %zu: %.*s, not %s", size,
                          (int)len, buf, wanted);
    }
}

/* All rules at once. */
START_TEST(selection)
{
    static const struct locus_slice names[] = { { "gclid", 5 }, { "a b", 3 } };
    static const struct locus_slice prefixes[] = { { "utm_", 4 }, { "x", 1 } };
    static const struct {
        const char *url;
        const char *result;
    } selected[] = {
        { "http://h/?utm_a=1&c=2&&gclid=3&b&=&%61&xyz#f", "http://h/?%61&b&c=2#f" },
        { "http://h/?utm_a=1;c=2&&gclid=3;b&=;a+b;a%20b", "http://h/?b&c=2" },
        { "http://h/?%75tm_&gclid&%67clid=1&x", "http://h/" },
        { "http://h/?gcli&gclid1&ut%6d&a&utm", "http://h/?a&gcli&gclid1&ut%6d&utm" },
        { "http://h/?#", "http://h/?#" }, { "http://h/", "http://h/" },
    };
    const struct locus_query_rules rules = {
        names, 2, prefixes, 2,
        LOCUS_QUERY_SORTED | LOCUS_QUERY_NO_EMPTY | PLUS | SEMICOLON
    };

    for (size_t i = 0; i < COUNT(selected); i++)
        check_selection(selected[i].url, selected[i].result, &rules, 5);
}
END_TEST

/* A result that fits is sorted, even if the buffer is smaller than the URL. */
START_TEST(selection_is_sorted)
{
    static const struct locus_slice names[] = { { "utm", 3 } };
    static const struct {
        const char *url;
        const char *result;
    } selected[] = {
        { "http://h/?b=1&a=2&utm=xxxxxxxx", "http://h/?a=2&b=1" },
        { "http://h/?utm=xxxxxxxx&b=1&a=2#f", "http://h/?a=2&b=1#f" },
        { "http://h/?b=1&utm&a=2;utm;c", "http://h/?a=2;utm;c&b=1" },
        /* Names that are decoded, or longer than eight bytes, are kept in the buffer. */
        { "http://h/?longname12=1&utm&longname11&%6congname10",
          "http://h/?%6congname10&longname11&longname12=1" },
        { "http://h/?utm&utm=2", "http://h/" },
        { "http://h/?utm", "http://h/" },
    };
    const struct locus_query_rules rules = { names, 1, NULL, 0, LOCUS_QUERY_SORTED };
    const struct locus_query_rules with_semicolon = {
        names, 1, NULL, 0, LOCUS_QUERY_SORTED | SEMICOLON
    };

    for (size_t i = 0; i < COUNT(selected); i++)
        check_selection(selected[i].url, selected[i].result, &rules, 3);
    check_selection("http://h/?c;utm=1;b=1&a;utm", "http://h/?a;b=1&c", &with_semicolon, 3);
}
END_TEST

/* URLs that can have no query: setting a pair is an error, removing one changes nothing. */
START_TEST(no_query)
{
    static const struct {
        const struct locus_grammar *const *grammar;
        const char *url;
    } urls[] = {
        { OLD, "http://h" }, { OLD, "ftp://h/a" }, { OLD, "mailto:a@b" },
        { OLD, "gopher://h/1s" }, { OLD, "file:///a" }, { OLD, "news:*" },
        { OLD, "wais://h/d/t/p" },
    };

    for (size_t i = 0; i < COUNT(urls); i++) {
        const char *const text = urls[i].url;
        struct locus_url url;
        char buf[64];
        size_t len = 77;

        ck_assert_int_eq(locus_parse(&url, text, strlen(text), *urls[i].grammar), 0);
        ck_assert_int_lt(locus_query_set(buf, sizeof buf, &len, &url, text, "a", 1, "b",
                                         1, 0, NULL), 0);
        ck_assert_uint_eq(len, 0);
        ck_assert_int_eq(locus_query_remove(buf, sizeof buf, &len, &url, text, "a", 1, 0,
                                            NULL), 0);
        ck_assert_uint_eq(len, strlen(text));
        ck_assert_mem_eq(buf, text, len);
    }
}
END_TEST

TCase *edit_tests(void)
{
    TCase *tests = tcase_create("edits");

    tcase_add_loop_test(tests, edit, 0, COUNT(cases));
    tcase_add_test(tests, selection);
    tcase_add_test(tests, selection_is_sorted);
    tcase_add_test(tests, no_query);
    return tests;
}
