/* SPDX-License-Identifier: MIT
 *
 * Scans in all kinds of windows, and random texts for them.
 */
#define _DEFAULT_SOURCE 1

#include <stdlib.h>
#include <string.h>

#include "locus.h"
#include "support/guard.h"
#include "unit/contexts/prose-oracle.h"
#include "unit/contexts/test-contexts.h"

void clear(struct hits *hits)
{
    for (size_t i = 0; i < hits->count; ++i)
        exact_free(hits->hit[i].url);
    hits->count = 0;
}

/* The URL of a span, in an allocation of its exact size. Checks that no buffer and one that
   is a byte too small are refused, and that the pieces are the same URL. */
char *unwrap(const struct text *text, const char *span, size_t len,
             size_t want)
{
    char *copy = exact_allocate(want);
    char *piecewise = exact_allocate(want);
    struct locus_unwrapping pieces;
    size_t n = 0;
    size_t at = 0;
    int result;

    ck_assert_int_eq(locus_unwrap(NULL, 0, &n, span, len, text->context),
                     want > 0 ? LOCUS_ERROR_SPACE : 0);
    ck_assert_uint_eq(n, want);
    if (want > 0) {
        char *small = exact_allocate(want - 1);

        ck_assert_int_eq(locus_unwrap(small, want - 1, &n, span, len,
                                      text->context), LOCUS_ERROR_SPACE);
        ck_assert_uint_eq(n, want);
        exact_free(small);
    }
    ck_assert_int_eq(locus_unwrap(copy, want, &n, span, len, text->context),
                     0);
    ck_assert_uint_eq(n, want);

    locus_unwrap_begin(&pieces, span, len, text->context);
    while ((result = locus_unwrap_next(&pieces)) == 1) {
        ck_assert_uint_gt(pieces.len, 0);
        ck_assert_uint_le(pieces.len, want - at);
        memcpy(piecewise + at, pieces.text, pieces.len);
        at += pieces.len;
    }
    ck_assert_int_eq(result, 0);
    ck_assert_uint_eq(at, want);
    ck_assert_int_eq(memcmp(piecewise, copy, want), 0);
    exact_free(piecewise);
    return copy;
}

/* Checks that found->text is the URL if it fits. */
static void check_text(const struct locus_scan *scan, const char *window, const char *url,
                       const struct locus_found *found)
{
    if (found->url_len == found->len)
        ck_assert_ptr_eq(found->text, window + found->off);
    else if (found->url_len > scan->buf_size)
        ck_assert_ptr_null(found->text);
    else
        ck_assert_ptr_eq(found->text, scan->buf);
    if (found->text)
        ck_assert_int_eq(memcmp(found->text, url, found->url_len), 0);
}

static void add_hit(struct hits *hits, const struct text *text,
                    const char *window, size_t len, const struct locus_scan *scan,
                    uint64_t base, const struct locus_found *found)
{
    struct hit *hit = &hits->hit[hits->count];
    struct locus_url url;

    ck_assert_uint_lt(hits->count, HITS);
    ck_assert_uint_eq(found->offset, base + found->off);
    ck_assert_uint_le(found->off, len);
    ck_assert_uint_le(found->len, len - found->off);
    ck_assert_uint_le(found->url_len, found->len);
    hit->offset = found->offset;
    hit->len = found->len;
    hit->url_len = found->url_len;
    hit->url = unwrap(text, window + found->off, found->len, found->url_len);
    check_text(scan, window, hit->url, found);
    if (found->url_len == found->len)
        ck_assert_int_eq(memcmp(hit->url, window + found->off, found->len), 0);
    hit->is_valid = locus_parse(&url, hit->url, hit->url_len, text->grammar) == 0;
    ck_assert_msg(prose_is_url(hit->url, hit->url_len, text->grammar),
                  "%s: \"%.*s\" is not valid", text->about, (int)hit->url_len,
                  hit->url);
    ++hits->count;
}

static void set_up(struct locus_scan *scan, const struct text *text)
{
    static char buf[4096];
    static const size_t sizes[] = { sizeof buf, 20, sizeof buf, 0 };
    static size_t turn;

    ck_assert_int_eq(locus_scan_init(scan, text->grammar, text->context), 0);
    scan->schemes = text->schemes;
    scan->scheme_count = text->scheme_count;
    scan->delimiters = text->delimiters;
    scan->delimiter_count = text->delimiter_count;
    scan->buf_size = sizes[turn++ % COUNT(sizes)];
    scan->buf = scan->buf_size > 0 ? buf : NULL;
}

/* Scans with the text arriving in pieces; `piece` returns the length of the next
   one. */
void scan_pieces(struct hits *hits, const struct text *text,
                 size_t (*piece)(void *data), void *data)
{
    struct locus_scan scan;
    size_t have = piece(data);

    clear(hits);
    set_up(&scan, text);
    for (;;) {
        const size_t base = (size_t)scan.base;
        struct locus_found found;
        size_t len, more;
        char *window;
        int result;

        if (have > text->len)
            have = text->len;
        len = have - base;
        window = exact_allocate(len);
        memcpy(window, text->bytes + base, len);
        while ((result = locus_scan_next(&scan, window, len, have == text->len,
                                         &found)) == 1)
            add_hit(hits, text, window, len, &scan, base, &found);
        exact_free(window);
        ck_assert_int_eq(result, 0);
        if (have == text->len)
            return;
        ck_assert_uint_le(scan.drop, len);
        ck_assert_uint_eq(scan.base, base + scan.drop);
        more = piece(data);
        have = more < text->len - have ? have + more : text->len;
    }
}

size_t piece_whole(void *data)
{
    (void)data;
    return SIZE_MAX;
}

size_t piece_two(void *data)
{
    size_t *first = data;
    const size_t piece = *first;

    *first = SIZE_MAX;
    return piece;
}

size_t piece_same(void *data)
{
    return *(size_t *)data;
}

size_t piece_random(void *data)
{
    struct mutate *m = data;

    return mutate_below(m, mutate_one_in(m, 4) ? 200 : 9);
}

void check_same(const struct hits *hits, const struct hits *whole,
                const struct text *text, const char *how, size_t at)
{
    bool same = hits->count == whole->count;

    for (size_t i = 0; same && i < whole->count; ++i)
        same = hits->hit[i].offset == whole->hit[i].offset
            && hits->hit[i].len == whole->hit[i].len
            && hits->hit[i].url_len == whole->hit[i].url_len
            && memcmp(hits->hit[i].url, whole->hit[i].url,
                      whole->hit[i].url_len) == 0;
    ck_assert_msg(same, "%s: in \"%.*s\": other URLs in %s %zu", text->about,
                  (int)text->len, text->bytes, how, at);
}

void check_pieces(const struct text *text, const struct hits *whole)
{
    static struct hits pieces;

    for (size_t cut = 0; cut < text->len; ++cut) {
        size_t first = cut;

        scan_pieces(&pieces, text, piece_two, &first);
        check_same(&pieces, whole, text, "two pieces, cut at", cut);
    }
    for (size_t size = 1; size <= 9; ++size) {
        size_t same = size;

        scan_pieces(&pieces, text, piece_same, &same);
        check_same(&pieces, whole, text, "pieces of", size);
    }
    clear(&pieces);
}

/* Scans with an unreadable page right after the text, and with one right before it. */
void check_guarded(const struct text *text, const struct hits *whole)
{
    static struct guard guard;

    for (int after = 0; after < 2; ++after) {
        const char *place =
            after ? guard_after(&guard, text->bytes, text->len)
                  : guard_before(&guard, text->bytes, text->len);
        struct locus_scan scan;
        struct locus_found found;
        size_t count = 0;
        int result;

        set_up(&scan, text);
        while ((result = locus_scan_next(&scan, place, text->len, 1, &found)) == 1) {
            const struct hit *const hit = &whole->hit[count];
            char *url;

            ck_assert_uint_lt(count, whole->count);
            ck_assert_uint_eq(found.offset, hit->offset);
            ck_assert_uint_eq(found.off, hit->offset);
            ck_assert_uint_eq(found.len, hit->len);
            ck_assert_uint_eq(found.url_len, hit->url_len);
            url = unwrap(text, place + found.off, found.len, found.url_len);
            ck_assert_int_eq(memcmp(url, hit->url, found.url_len), 0);
            exact_free(url);
            ++count;
        }
        ck_assert_int_eq(result, 0);
        ck_assert_uint_eq(count, whole->count);
    }
}

/* Random texts */

static const struct locus_grammar *const *const grammars[] = {
    &locus_web, &locus_rfc3986, &locus_rfc1738
};

/* Makes a text of a random length from random pieces and URLs. */
size_t soup(struct mutate *m, char text[SOUP], const char *const *pieces,
            size_t count)
{
    const size_t want = mutate_below(m, SOUP - MUTATE_MAX - 20);
    size_t len = 0;

    while (len < want) {
        if (mutate_one_in(m, 12)) {
            len += mutate_url(m, *grammars[mutate_below(m, COUNT(grammars))],
                              (unsigned char *)text + len);
        } else {
            const char *piece = pieces[mutate_below(m, count)];

            memcpy(text + len, piece, strlen(piece));
            len += strlen(piece);
        }
    }
    return len;
}

static const char *const lists[][3] = {
    { "http", "https", NULL },
    { "mailto", "http:", "x" },
    { "ttp", "data:", "a+b" },
};

void begin_round(struct mutate *m, struct text *text, uint64_t seed, unsigned each)
{
    static char about[60];
    const char *const *list;

    snprintf(about, sizeof about, "LOCUS_TEST_SEED=%llu LOCUS_TEST_MUTATIONS=%u",
             (unsigned long long)seed, each);
    text->about = about;
    mutate_seed(m, seed);
    list = lists[mutate_below(m, COUNT(lists))];
    text->grammar = *grammars[mutate_below(m, COUNT(grammars))];
    text->schemes = mutate_one_in(m, 3) ? list : NULL;
    text->scheme_count = list[2] == NULL ? 2 : 3;
}
