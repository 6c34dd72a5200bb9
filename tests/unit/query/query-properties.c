/* SPDX-License-Identifier: MIT
 *
 * Compares the functions with the slow reference of oracle.h, over texts that resemble
 * URLs and over queries made of the bytes that matter.
 */
#include "unit/query/test-query.h"

#include "support/guard.h"
#include "support/mutate.h"
#include "unit/query/oracle.h"

/* A short text, often of bytes that have a meaning in queries. */
static size_t any_text(struct mutate *m, char *to, size_t most)
{
    static const char *const pieces[] = {
        "a", "b", "%61", "%62", "a", "%41", "+", "%20", "%2B", "%2b", "%", "%4", "=",
        "%3D", "&", "%26", ";", "%3B", "utm_", "\xc3\xa9", " ", "*", "%00", "#",
    };
    size_t len = 0;

    for (size_t n = mutate_below(m, 5); n > 0; n--) {
        const char *piece = MUTATE_PICK(m, pieces);
        const size_t piece_len = strlen(piece);

        if (piece_len > most - len)
            break;
        memcpy(to + len, piece, piece_len);
        len += piece_len;
    }
    return len;
}

/* A text with a query of up to seven pairs, perhaps with a fragment. */
static size_t a_query(struct mutate *m, unsigned char *bytes)
{
    static const char *const heads[] = {
        "http://h/", "http://h", "x:", "http://u:p@[::1]:80/a/../b", "",
        "wais://h/d", "URL:http://h/p", "/a", "//evil/x", "tel:555", "h:", "*",
    };
    struct mutate_text text = { bytes, 0 };
    const char *const head = MUTATE_PICK(m, heads);

    mutate_add(&text, head, strlen(head));
    mutate_add(&text, "?", 1);
    for (size_t n = mutate_below(m, 8); n > 0; n--) {
        char piece[64];

        mutate_add(&text, piece, any_text(m, piece, sizeof piece));
        if (!mutate_one_in(m, 4))
            mutate_add(&text, "=", 1);
        mutate_add(&text, piece, any_text(m, piece, sizeof piece));
        if (n > 1 || mutate_one_in(m, 8))
            mutate_add(&text, mutate_one_in(m, 4) ? ";" : "&", 1);
    }
    if (mutate_one_in(m, 4))
        mutate_add_form(m, &text, "#$Q");
    return text.len;
}

/* The decoded name of some pair of the query, or its beginning. */
static size_t some_key(struct mutate *m, char *to, const struct locus_url *url,
                       const char *text, unsigned flags)
{
    const size_t count = locus_query_count(url, text, flags);
    struct locus_pieces pairs;
    struct locus_piece pair = { .has_value = 0 };
    size_t len;

    if (count == 0 || mutate_one_in(m, 4))
        return any_text(m, to, MUTATE_MAX);
    locus_pieces_begin(&pairs, flags & LOCUS_QUERY_SEMICOLON ? LOCUS_PIECE_PAIR
                                                             : LOCUS_PIECE_AMP_PAIR,
                       url->part[LOCUS_QUERY]);
    for (size_t i = 1 + mutate_below(m, count); i > 0; i--)
        locus_pieces_next(&pair, &pairs, text);
    len = slow_decode(to, text + pair.name.off, pair.name.len, flags);
    return mutate_one_in(m, 4) ? mutate_below(m, len + 1) : len;
}

/* One edit after the other, each applied to the result of the previous one. */
static int edit_in_turn(char *buf, size_t *len, const struct query_case *c,
                        const struct locus_query_rules *rules)
{
    const unsigned flags = rules->flags & (LOCUS_PLUS_IS_SPACE | LOCUS_QUERY_SEMICOLON);
    char *const text = exact_allocate(c->len);
    struct locus_query_entry *const entries = exact_allocate(c->len * sizeof *entries);
    struct locus_url url = *c->url;
    size_t text_len = c->len;
    int result = 0;

    if (c->len > 0)
        memcpy(text, c->text, c->len);
    for (int edit = 0; result == 0 && edit < 4; edit++) {
        if (edit == 0)
            result = locus_query_drop_empty(buf, c->len, len, &url, text,
                                            flags & LOCUS_QUERY_SEMICOLON, NULL);
        else if (edit == 1)
            result = locus_query_remove(buf, c->len, len, &url, text, rules->names->text,
                                        rules->names->len, flags, NULL);
        else if (edit == 2)
            result = locus_query_remove(buf, c->len, len, &url, text,
                                        rules->prefixes->text, rules->prefixes->len,
                                        flags | LOCUS_QUERY_PREFIX, NULL);
        else
            result = locus_query_sort(buf, c->len, len, &url, text, entries, c->len, flags,
                                      NULL);
        if (result == 0) {
            const int decided = url.form == LOCUS_FORM_ABSOLUTE && url.other_form == url.form;

            if (*len > 0)
                memcpy(text, buf, *len);
            text_len = *len;
            locus_parse(&url, text, text_len, locus_url_grammar(c->url));
            if (decided)
                locus_apply_method(&url, text, "GET", 3);
        }
    }
    exact_free(entries);
    exact_free(text);
    return result;
}

/* locus_query_select() gives the result of edit_in_turn(), also in a buffer of its size. */
static void check_select(const struct query_case *c)
{
    const struct locus_slice name = { c->key, c->key_len };
    const struct locus_slice prefix = { c->value, c->value_len };
    const struct locus_query_rules rules = {
        &name, 1, &prefix, 1,
        (c->flags & (LOCUS_PLUS_IS_SPACE | LOCUS_QUERY_SEMICOLON)) | LOCUS_QUERY_SORTED
        | LOCUS_QUERY_NO_EMPTY
    };
    char *const wanted = exact_allocate(c->len), *const buf = exact_allocate(c->len);
    char *tight = NULL;
    struct locus_query_entry *const entries = exact_allocate(c->len * sizeof *entries);
    size_t wanted_len, len;
    const int result = locus_query_select(buf, c->len, &len, c->url, c->text, &rules,
                                          entries, c->len, NULL);

    /* An error of an edit in between may concern what a later one removes. */
    if (edit_in_turn(wanted, &wanted_len, c, &rules) == 0) {
        QUERY_HOLDS(result == 0, c);
        QUERY_HOLDS(len == wanted_len && memcmp(buf, wanted, len) == 0, c);
        tight = exact_allocate(wanted_len);
        QUERY_HOLDS(locus_query_select(tight, wanted_len, &len, c->url, c->text, &rules,
                                       entries, c->len, NULL) == 0, c);
        QUERY_HOLDS(len == wanted_len && memcmp(tight, wanted, len) == 0, c);
    }
    exact_free(entries);
    exact_free(tight);
    exact_free(buf);
    exact_free(wanted);
}

START_TEST(properties)
{
    static struct guard guard;
    const uint64_t count = texts_to_try(2000000);
    uint64_t edited = 0;
    struct mutate m;

    mutate_seed(&m, from_environment("LOCUS_TEST_SEED", 1));
    for (uint64_t i = 0; i < count; i++) {
        const struct locus_grammar *const grammar = mutate_grammar(&m);
        unsigned char bytes[MUTATE_MAX];
        char key[MUTATE_MAX], value[64] = { 0 };
        struct locus_url url;
        struct query_case c = { .url = &url, .key = key, .value = value };

        c.len = i % 2 ? a_query(&m, bytes) : mutate_url(&m, grammar, bytes);
        c.text = guard_after(&guard, bytes, c.len);
        if (locus_parse(&url, c.text, c.len, grammar) != 0)
            continue;
        if (locus_grammar_traits(grammar) & LOCUS_TRAIT_TARGET && mutate_one_in(&m, 2)
            && locus_apply_method(&url, c.text, "GET", 3) != 0)
            continue;
        c.flags = (unsigned)mutate_below(&m, 32);
        c.key_len = some_key(&m, key, &url, c.text, c.flags);
        c.value_len = any_text(&m, value, sizeof value);
        query_check(&c);
        check_select(&c);
        if (locus_has(&url, LOCUS_QUERY))
            edited++;
    }
    /* About a third of the texts are URLs with a query. */
    if (count >= 1000)
        ck_assert_uint_gt(edited, count / 10);
}
END_TEST

TCase *property_tests(void)
{
    TCase *tests = tcase_create("properties");

    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, properties);
    return tests;
}
