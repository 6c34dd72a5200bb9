/* SPDX-License-Identifier: MIT
 *
 * A slow reference for section 2 of locus/schemes.h, for the property test and the fuzz
 * target. It shares no code with the library except locus_parse() and locus_encode().
 * It splits and decodes byte by byte, and removes pairs by erasing one at a time from
 * the text, splitting again after each. A disagreement is printed and the process
 * aborts.
 */
#ifndef LOCUS_TESTS_QUERY_ORACLE_H
#define LOCUS_TESTS_QUERY_ORACLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "locus.h"
#include "locus/schemes.h"
#include "support/guard.h"
#include "support/hexdig.h"

/* The arguments of all functions. Of the flags, each function gets those that it takes. */
struct query_case {
    const char *text;
    size_t len;
    const struct locus_url *url;
    const char *key;
    size_t key_len;
    const char *value;
    size_t value_len;
    unsigned flags;
};

enum query_function {
    QUERY_GET, QUERY_SET, QUERY_REMOVE, QUERY_DROP_EMPTY, QUERY_SORT, QUERY_FUNCTIONS
};

static inline void query_print(const char *what, const void *text, size_t len)
{
    const unsigned char *bytes = text;

    fprintf(stderr, "  %s: \"", what);
    for (size_t i = 0; i < len; i++)
        fprintf(stderr, bytes[i] >= 0x20 && bytes[i] < 0x7f ? "%c" : "\\%03o",
                bytes[i]);
    fprintf(stderr, "\"\n");
}

static inline void query_broken(const char *rule, int line, const struct query_case *c)
{
    fprintf(stderr, "oracle.h:%d: %s\n", line, rule);
    query_print("text", c->text, c->len);
    query_print("key", c->key, c->key_len);
    query_print("value", c->value, c->value_len);
    fprintf(stderr, "  flags: %u\n", c->flags);
    abort();
}

#define QUERY_HOLDS(rule, c) ((rule) ? (void)0 : query_broken(#rule, __LINE__, c))

/* Texts and pairs */

/* A query being edited; its allocation is large enough for all edits. */
struct slow_query {
    char  *bytes;
    size_t len;
    bool   there;
};

/* A pair is bytes[begin..end), its name bytes[begin..name_end). */
struct slow_pair {
    size_t begin, name_end, end;
};

static inline bool slow_is_separator(char byte, unsigned flags)
{
    return byte == '&' || (byte == ';' && flags & LOCUS_QUERY_SEMICOLON);
}

/* The pair with this number. */
static inline bool slow_pair(struct slow_pair *pair, const struct slow_query *query,
                             size_t number, unsigned flags)
{
    size_t begin = 0;

    if (query->len == 0)
        return false;
    for (size_t i = 0; i <= query->len; i++) {
        if (i < query->len && !slow_is_separator(query->bytes[i], flags))
            continue;
        if (number-- == 0) {
            *pair = (struct slow_pair){ begin, begin, i };
            while (pair->name_end < i && query->bytes[pair->name_end] != '=')
                pair->name_end++;
            return true;
        }
        begin = i + 1;
    }
    return false;
}

/* Writes at most `len` bytes. */
static inline size_t slow_decode(char *to, const char *text, size_t len, unsigned flags)
{
    size_t count = 0;

    for (size_t i = 0; i < len; i++) {
        if (len - i >= 3 && text[i] == '%' && hexdig_octet(text + i + 1) >= 0) {
            to[count++] = (char)hexdig_octet(text + i + 1);
            i += 2;
        } else {
            to[count++] = text[i] == '+' && flags & LOCUS_PLUS_IS_SPACE ? ' ' : text[i];
        }
    }
    return count;
}

static inline bool slow_has_key(const struct slow_query *query,
                                const struct slow_pair *pair, const struct query_case *c)
{
    char *const name = exact_allocate(pair->name_end - pair->begin);
    const size_t len = slow_decode(name, query->bytes + pair->begin,
                                   pair->name_end - pair->begin, c->flags);
    const bool same = (c->flags & LOCUS_QUERY_PREFIX ? len >= c->key_len
                                                     : len == c->key_len)
                   && (c->key_len == 0 || memcmp(name, c->key, c->key_len) == 0);

    exact_free(name);
    return same;
}

/* Edits */

static inline void slow_replace(struct slow_query *query, size_t begin, size_t end,
                                const char *text, size_t len)
{
    memmove(query->bytes + begin + len, query->bytes + end, query->len - end);
    if (len > 0)
        memcpy(query->bytes + begin, text, len);
    query->len += len - (end - begin);
}

/* Erases a pair and the separator after it; for the last pair, the separator before it; for
   the only pair, the whole query. */
static inline void slow_erase(struct slow_query *query, const struct slow_pair *pair)
{
    if (pair->end < query->len)
        slow_replace(query, pair->begin, pair->end + 1, NULL, 0);
    else if (pair->begin > 0)
        slow_replace(query, pair->begin - 1, pair->end, NULL, 0);
    else
        *query = (struct slow_query){ query->bytes, 0, false };
}

/* Erases the pairs that are to be removed, one at a time, from the number `first`. If only
   an empty pair is left, slow_pair() no longer finds it: an empty query has no pairs. */
static inline void slow_remove(struct slow_query *query, const struct query_case *c,
                               enum query_function function, size_t first)
{
    struct slow_pair pair = { 0, 0, 0 };
    size_t number = first;
    size_t count = 0;

    while (slow_pair(&pair, query, count, c->flags))
        count++;
    while (number < count) {
        bool gone;

        if (!slow_pair(&pair, query, number, c->flags))
            pair = (struct slow_pair){ 0, 0, 0 };
        if (function == QUERY_DROP_EMPTY)
            gone = pair.end - pair.begin == 0
                || (pair.end - pair.begin == 1 && query->bytes[pair.begin] == '=');
        else
            gone = slow_has_key(query, &pair, c);
        if (gone) {
            slow_erase(query, &pair);
            count--;
        } else {
            number++;
        }
    }
}

/* Appends the percent-encoded text to `to`. */
static inline int slow_encode(struct slow_query *to, const char *text, size_t len,
                              unsigned flags, const struct query_case *c)
{
    size_t written;
    const int result =
        locus_encode(to->bytes + to->len, 3 * len, &written, text, len,
                     locus_url_grammar(c->url), LOCUS_QUERY_ITEM,
                     flags & (LOCUS_KEEP | LOCUS_PLUS_IS_SPACE), NULL);

    to->len += written;
    return result;
}

static inline int slow_set(struct slow_query *query, const struct query_case *c)
{
    struct slow_query added = { exact_allocate(3 * (c->key_len + c->value_len) + 2), 0,
                                true };
    struct slow_pair pair;
    size_t number = 0;
    int result = 0;

    for (size_t i = 0; c->flags & LOCUS_QUERY_ENCODED && i < c->value_len; i++)
        if (slow_is_separator(c->value[i], c->flags))
            result = LOCUS_ERROR_MISREAD;
    while (slow_pair(&pair, query, number, c->flags)
           && !slow_has_key(query, &pair, c))
        number++;
    if (!slow_pair(&pair, query, number, c->flags)) {
        if (query->len > 0)
            added.bytes[added.len++] = '&';
        if (result == 0)
            result = slow_encode(&added, c->key, c->key_len,
                                 c->flags & LOCUS_PLUS_IS_SPACE, c);
        pair = (struct slow_pair){ query->len, query->len, query->len };
    } else {
        slow_remove(query, c, QUERY_SET, number + 1);
    }
    added.bytes[added.len++] = '=';
    if (c->flags & LOCUS_QUERY_ENCODED) {
        if (c->value_len > 0)
            memcpy(added.bytes + added.len, c->value, c->value_len);
        added.len += c->value_len;
    } else if (result == 0) {
        result = slow_encode(&added, c->value, c->value_len, c->flags, c);
    }
    slow_replace(query, pair.name_end, pair.end, added.bytes, added.len);
    query->there = true;
    exact_free(added.bytes);
    return result;
}

/* Whether the name of pair `a` is greater than that of `b`. */
static inline bool slow_greater(const struct slow_query *query,
                                const struct slow_pair *a, const struct slow_pair *b,
                                unsigned flags)
{
    char *const names = exact_allocate(2 * query->len);
    const size_t a_len = slow_decode(names, query->bytes + a->begin,
                                     a->name_end - a->begin, flags);
    const size_t b_len = slow_decode(names + query->len, query->bytes + b->begin,
                                     b->name_end - b->begin, flags);
    const int order = memcmp(names, names + query->len, a_len < b_len ? a_len : b_len);

    exact_free(names);
    return order != 0 ? order > 0 : a_len > b_len;
}

/* Swaps neighbours as long as two are in the wrong order. */
static inline void slow_sort(struct slow_query *query, const struct query_case *c)
{
    struct slow_pair a, b;
    bool swapped = true;

    while (swapped) {
        swapped = false;
        for (size_t i = 0; slow_pair(&a, query, i, c->flags)
                           && slow_pair(&b, query, i + 1, c->flags); i++) {
            const size_t a_len = a.end - a.begin, b_len = b.end - b.begin;
            const char separator = query->bytes[a.end];
            char *copy;

            if (!slow_greater(query, &a, &b, c->flags))
                continue;
            copy = exact_allocate(a_len);
            memcpy(copy, query->bytes + a.begin, a_len);
            memmove(query->bytes + a.begin, query->bytes + b.begin, b_len);
            query->bytes[a.begin + b_len] = separator;
            memcpy(query->bytes + a.begin + b_len + 1, copy, a_len);
            exact_free(copy);
            swapped = true;
        }
    }
}

/* What the library writes */

static inline unsigned query_flags(enum query_function function)
{
    switch (function) {
    case QUERY_SET:
        return LOCUS_KEEP | LOCUS_PLUS_IS_SPACE | LOCUS_QUERY_ENCODED
             | LOCUS_QUERY_SEMICOLON;
    case QUERY_REMOVE:
        return LOCUS_PLUS_IS_SPACE | LOCUS_QUERY_PREFIX | LOCUS_QUERY_SEMICOLON;
    case QUERY_DROP_EMPTY:
        return LOCUS_QUERY_SEMICOLON;
    default:
        return LOCUS_PLUS_IS_SPACE | LOCUS_QUERY_SEMICOLON;
    }
}

static inline int query_write(enum query_function function, char *buf, size_t size,
                              size_t *len, const struct query_case *c,
                              struct locus_report *report)
{
    struct locus_query_entry *entries;
    size_t count;
    int result;

    switch (function) {
    case QUERY_GET:
        return locus_query_get(buf, size, len, c->url, c->text, c->key, c->key_len,
                               c->flags, report);
    case QUERY_SET:
        return locus_query_set(buf, size, len, c->url, c->text, c->key, c->key_len,
                               c->value, c->value_len, c->flags, report);
    case QUERY_REMOVE:
        return locus_query_remove(buf, size, len, c->url, c->text, c->key, c->key_len,
                                  c->flags, report);
    case QUERY_DROP_EMPTY:
        return locus_query_drop_empty(buf, size, len, c->url, c->text, c->flags, report);
    default:
        count = locus_query_count(c->url, c->text, c->flags);
        entries = exact_allocate(count * sizeof *entries);
        result = locus_query_sort(buf, size, len, c->url, c->text, entries, count,
                                  c->flags, report);
        exact_free(entries);
        return result;
    }
}

/* Calls the function for the size, then with a buffer one byte too small, then with one of
   the exact size, which is returned. Each buffer is an allocation of its own. */
static inline int query_call(enum query_function function, char **buf, size_t *len,
                             const struct query_case *c)
{
    struct locus_report report;
    size_t needed, again;
    int result = query_write(function, NULL, 0, &needed, c, NULL);

    *buf = exact_allocate(needed);
    if (needed == 0) {
        QUERY_HOLDS(query_write(function, *buf, 0, len, c, &report) == result, c);
        QUERY_HOLDS(*len == 0, c);
        return result;
    }
    QUERY_HOLDS(result == LOCUS_ERROR_SPACE, c);
    exact_free(*buf);
    *buf = exact_allocate(needed - 1);
    result = query_write(function, *buf, needed - 1, &again, c, &report);
    QUERY_HOLDS(result == LOCUS_ERROR_SPACE && again == needed, c);
    exact_free(*buf);
    *buf = exact_allocate(needed);
    result = query_write(function, *buf, needed, len, c, &report);
    QUERY_HOLDS(result != LOCUS_ERROR_SPACE, c);
    QUERY_HOLDS(*len == (result == 0 ? needed : 0), c);
    QUERY_HOLDS(result == 0 || (report.part >= 0 && report.part < LOCUS_PART_COUNT), c);
    return result;
}

/* The comparison */

static inline bool query_same(const char *a, size_t a_len, const char *b, size_t b_len)
{
    return a_len == b_len && (a_len == 0 || memcmp(a, b, a_len) == 0);
}

/* Whether the grammar finds the edited query in the text, and the other parts of the old
   text. If a method decided the form of the old text, it also decides that of the new
   one. */
static inline bool query_is_read(const char *text, size_t len, const struct query_case *c,
                                 const struct slow_query *query)
{
    const bool decided = c->url->form != LOCUS_FORM_NONE
                      && c->url->form == c->url->other_form;
    struct locus_url url;

    if ((decided ? locus_parse_target(&url, text, len, locus_url_grammar(c->url), "GET", 3)
                 : locus_parse(&url, text, len, locus_url_grammar(c->url))) != 0
        || url.host_kind != c->url->host_kind
        || (locus_has(&url, LOCUS_QUERY) != 0) != query->there)
        return false;
    for (int i = 0; i < LOCUS_PART_COUNT; i++) {
        const enum locus_part part = (enum locus_part)i;
        const struct locus_span span = locus_get(&url, part);
        const struct locus_span old = locus_get(c->url, part);

        if (part == LOCUS_QUERY
            ? !query_same(text + span.off, span.len, query->bytes, query->len)
            : locus_has(&url, part) != locus_has(c->url, part)
              || !query_same(text + span.off, span.len, c->text + old.off, old.len))
            return false;
    }
    return true;
}

static inline void query_check_edit(const struct query_case *c,
                                    enum query_function function)
{
    const struct locus_span part = locus_get(c->url, LOCUS_QUERY);
    const bool there = locus_has(c->url, LOCUS_QUERY);
    const size_t room = c->len + 3 * (c->key_len + c->value_len) + 4;
    struct slow_query query = { exact_allocate(room), part.len, there };
    /* Where the old query is cut out, with its "?". */
    const size_t from = there ? part.off - 1
                      : locus_has(c->url, LOCUS_FRAGMENT)
                      ? locus_get(c->url, LOCUS_FRAGMENT).off - 1 : c->len;
    const size_t to = there ? part.off + part.len : from;
    char *const expected = exact_allocate(room);
    size_t expected_len = from;
    char *got;
    size_t got_len;
    int result = 0, got_result;

    if (part.len > 0)
        memcpy(query.bytes, c->text + part.off, part.len);
    if (function == QUERY_SET)
        result = slow_set(&query, c);
    else if (function == QUERY_SORT)
        slow_sort(&query, c);
    else
        slow_remove(&query, c, function, 0);

    if (from > 0)
        memcpy(expected, c->text, from);
    if (query.there) {
        expected[expected_len++] = '?';
        memcpy(expected + expected_len, query.bytes, query.len);
        expected_len += query.len;
    }
    memcpy(expected + expected_len, c->text + to, c->len - to);
    expected_len += c->len - to;

    got_result = query_call(function, &got, &got_len, c);
    if (result != 0) {
        QUERY_HOLDS(got_result == result, c);
    } else if (query_is_read(expected, expected_len, c, &query)) {
        QUERY_HOLDS(got_result == 0, c);
        if (!query_same(got, got_len, expected, expected_len)) {
            query_print("got", got, got_len);
            query_print("expected", expected, expected_len);
        }
        QUERY_HOLDS(query_same(got, got_len, expected, expected_len), c);
    } else {
        QUERY_HOLDS(got_result < 0, c);
    }
    exact_free(got);
    exact_free(expected);
    exact_free(query.bytes);
}

/* locus_query_find() and locus_query_get(). */
static inline void query_check_reading(const struct query_case *c)
{
    const struct locus_span part = locus_get(c->url, LOCUS_QUERY);
    const struct slow_query query = { exact_allocate(part.len), part.len, true };
    char *const value = exact_allocate(part.len);
    struct query_case of_get = *c;
    struct locus_pieces pairs;
    struct locus_piece found;
    struct slow_pair pair;
    size_t number, value_len = 0, got_len;
    bool first = true;
    char *got;

    if (part.len > 0)
        memcpy(query.bytes, c->text + part.off, part.len);
    locus_pieces_begin(&pairs, c->flags & LOCUS_QUERY_SEMICOLON ? LOCUS_PIECE_PAIR
                                                                : LOCUS_PIECE_AMP_PAIR,
                       part);
    for (number = 0; slow_pair(&pair, &query, number, c->flags); number++) {
        if (!slow_has_key(&query, &pair, c))
            continue;
        QUERY_HOLDS(locus_query_find(&found, &pairs, c->text, c->key, c->key_len,
                                     c->flags & (LOCUS_PLUS_IS_SPACE
                                                 | LOCUS_QUERY_PREFIX)) == 1, c);
        QUERY_HOLDS(found.text.off == part.off + pair.begin, c);
        QUERY_HOLDS(found.text.len == pair.end - pair.begin, c);
    }
    QUERY_HOLDS(locus_query_find(&found, &pairs, c->text, c->key, c->key_len,
                                 c->flags & (LOCUS_PLUS_IS_SPACE
                                             | LOCUS_QUERY_PREFIX)) == 0, c);
    QUERY_HOLDS(locus_query_count(c->url, c->text, c->flags) == number, c);

    of_get.flags &= query_flags(QUERY_GET);
    for (number = 0; first && slow_pair(&pair, &query, number, c->flags); number++)
        if (slow_has_key(&query, &pair, &of_get)) {
            first = false;
            if (pair.name_end < pair.end)
                value_len = slow_decode(value, query.bytes + pair.name_end + 1,
                                        pair.end - pair.name_end - 1, of_get.flags);
        }
    QUERY_HOLDS(query_call(QUERY_GET, &got, &got_len, &of_get)
                == (first ? LOCUS_ERROR_ABSENT : 0), c);
    QUERY_HOLDS(query_same(got, got_len, value, value_len), c);
    exact_free(got);
    exact_free(value);
    exact_free(query.bytes);
}

/* Compares all functions with the reference. c->url is valid. */
static inline void query_check(const struct query_case *c)
{
    query_check_reading(c);
    for (enum query_function f = QUERY_SET; f < QUERY_FUNCTIONS; f++) {
        struct query_case one = *c;

        one.flags &= query_flags(f);
        if (one.flags & LOCUS_QUERY_ENCODED)
            one.flags &= ~(unsigned)LOCUS_KEEP;
        query_check_edit(&one, f);
    }
}

#endif
