/* SPDX-License-Identifier: MIT
 *
 * A libFuzzer target for sections 5 and 6 of locus.h: references and normal forms. The
 * first byte selects the grammar, the second the steps and whether resolution is strict;
 * the rest is two texts with a newline between them. It aborts if the oracle of
 * resolve-oracle.h gives another result, or if a function contradicts itself: if the size
 * reported is not the size written, a short buffer is overrun, relativizing and resolving
 * do not give the URL back, a normal form is not normal or differs from its pieces,
 * comparing differs from comparing normal forms, or the origin of an origin is another.
 */
#include "fuzz.h"

#include "unit/reference/resolve-oracle.h"

/* A URL in an allocation of its exact size. */
struct side {
    struct locus_url url;
    char *text;
    size_t len;
    int valid;
};

static struct side side_of(const void *text, size_t len,
                           const struct locus_grammar *grammar)
{
    struct side side = { .text = exact_copy(text, len), .len = len };

    side.valid = locus_parse(&side.url, side.text, len, grammar) == 0;
    return side;
}

enum what { RESOLVE, RELATIVIZE, NORMALIZE };

static int ask(enum what what, char *buf, size_t size, size_t *len,
               const struct side *a, const struct side *b, unsigned flags)
{
    switch (what) {
    case RESOLVE:
        return locus_resolve(buf, size, len, &a->url, a->text, &b->url, b->text,
                             flags);
    case RELATIVIZE:
        return locus_relativize(buf, size, len, &a->url, a->text, &b->url,
                                b->text);
    case NORMALIZE:
        break;
    }
    return locus_normalize(buf, size, len, &a->url, a->text, flags);
}

/* The result, in an allocation of its exact size; NULL on error. */
static char *answer(enum what what, size_t *len, const struct side *a,
                    const struct side *b, unsigned flags)
{
    size_t needed, again;
    const int result = ask(what, NULL, 0, &needed, a, b, flags);
    char *buf;

    if (result != 0 && result != LOCUS_ERROR_SPACE) {
        CHECK(needed == 0);
        return NULL;
    }
    CHECK(result == (needed > 0 ? LOCUS_ERROR_SPACE : 0));
    if (needed > 0) {
        buf = exact_allocate(needed - 1);
        CHECK(ask(what, buf, needed - 1, &again, a, b, flags)
              == LOCUS_ERROR_SPACE);
        CHECK(again == needed);
        exact_free(buf);
    }
    buf = exact_allocate(needed);
    CHECK(ask(what, buf, needed, &again, a, b, flags) == 0);
    CHECK(again == needed);
    *len = needed;
    return buf;
}

/* Whether the oracle can compute a result: it has buffers of ORACLE bytes. */
static int has_oracle(const struct side *a, const struct side *b)
{
    return (locus_url_grammar(&a->url) == locus_rfc3986
            || locus_url_grammar(&a->url) == locus_rfc3986_reference)
        && a->len + b->len < ORACLE / 2;
}

static char oracle[2 * ORACLE];

/* The shortest reference to a text of a grammar is a reference of this grammar, which
   leads back to the text. */
static void there_and_back(const struct side *base, const char *text, size_t len,
                           const struct locus_grammar *grammar)
{
    struct side t = side_of(text, len, grammar);
    struct side r;
    size_t way_len, back_len;
    char *way = t.valid ? answer(RELATIVIZE, &way_len, base, &t, 0) : NULL;
    char *back;

    if (way) {
        CHECK(way_len <= t.len);
        r = side_of(way, way_len, grammar);
        CHECK(locus_parse_reference(&r.url, r.text, r.len, grammar) == 0);
        back = answer(RESOLVE, &back_len, base, &r, LOCUS_STRICT);
        CHECK(back && back_len == t.len
              && memcmp(back, t.text, back_len) == 0);
        exact_free(back);
        exact_free(r.text);
        exact_free(way);
    }
    exact_free(t.text);
}

static void references(const struct side *base, const struct side *ref,
                       unsigned flags)
{
    size_t len;
    char *target = answer(RESOLVE, &len, base, ref, flags);

    if (!target)
        return;
    if (has_oracle(base, ref)) {
        CHECK(oracle_resolve(oracle, &base->url, base->text, &ref->url,
                             ref->text, flags == LOCUS_STRICT) == len);
        CHECK(memcmp(oracle, target, len) == 0);
    }
    if (locus_url_grammar(&base->url) == locus_rfc1630) {
        exact_free(target);
        return;
    }
    CHECK(len <= base->len + ref->len + 3);
    there_and_back(base, target, len, locus_rfc3986);
    there_and_back(base, target, len, locus_url_grammar(&base->url));
    exact_free(target);
}

/* A normal form, of which `at` bytes were given as pieces. */
struct pieces {
    const char *form;
    size_t len;
    size_t at;
};

static int next_piece(void *context, const char *piece, size_t len)
{
    struct pieces *pieces = context;

    CHECK(len > 0 && len <= pieces->len - pieces->at);
    CHECK(memcmp(pieces->form + pieces->at, piece, len) == 0);
    pieces->at += len;
    return 0;
}

static void give_pieces(const struct side *a, unsigned steps, const char *form, size_t len)
{
    struct pieces pieces = { form, len, 0 };

    CHECK(locus_normal_each(&a->url, a->text, steps, next_piece, &pieces) == 0);
    CHECK(pieces.at == len);
}

/* An origin is that of its own serialization. */
static void origins(const struct side *a, const struct side *b)
{
    char buf[256], again[256];
    struct locus_url url;
    size_t len, again_len;
    const int result = locus_origin(buf, sizeof buf, &len, &a->url, a->text, NULL);

    CHECK(locus_same_origin(&a->url, a->text, &b->url, b->text, NULL)
          == locus_same_origin(&b->url, b->text, &a->url, a->text, NULL));
    if (result != 0) {
        CHECK(result == LOCUS_ERROR_SPACE ? len > sizeof buf
                                          : result == LOCUS_ERROR_RANGE && len == 0);
        return;
    }
    if (!locus_same_origin(&a->url, a->text, &a->url, a->text, NULL)) {
        CHECK(len == 4 && memcmp(buf, "null", len) == 0);
        return;
    }
    CHECK(locus_parse(&url, buf, len, locus_web) == 0);
    CHECK(locus_same_origin(&a->url, a->text, &url, buf, NULL) == 1);
    CHECK(locus_origin(again, sizeof again, &again_len, &url, buf, NULL) == 0);
    CHECK(again_len == len && memcmp(again, buf, len) == 0);
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

static void forms(const struct side *a, const struct side *b,
                  const struct locus_grammar *grammar, unsigned steps)
{
    size_t x_len, y_len, again_len;
    char *x = answer(NORMALIZE, &x_len, a, NULL, steps);
    char *y = answer(NORMALIZE, &y_len, b, NULL, steps);
    struct side n;
    char *again;
    int order;

    CHECK(x && y);
    if (has_oracle(a, a)) {
        CHECK(oracle_normalize(oracle, &a->url, a->text, steps) == x_len);
        CHECK(memcmp(oracle, x, x_len) == 0);
    }
    give_pieces(a, steps, x, x_len);
    n = side_of(x, x_len, grammar);
    CHECK(n.valid);
    CHECK(n.url.form == a->url.form);
    CHECK(((n.url.present ^ a->url.present)
           & ~(1u << LOCUS_PORT | 1u << LOCUS_PATH)) == 0);
    again = answer(NORMALIZE, &again_len, &n, NULL, steps);
    CHECK(again && again_len == x_len && memcmp(again, x, x_len) == 0);
    exact_free(again);
    CHECK(locus_compare(&a->url, a->text, &n.url, n.text, steps) == 0);
    exact_free(n.text);

    order = memcmp(x, y, x_len < y_len ? x_len : y_len);
    if (order == 0)
        order = (x_len > y_len) - (x_len < y_len);
    CHECK(sign(order)
          == sign(locus_compare(&a->url, a->text, &b->url, b->text, steps)));
    exact_free(x);
    exact_free(y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct locus_grammar *grammar;
    const uint8_t *newline;
    struct side a, b, ref;
    size_t first;

    if (size < 2)
        return 0;
    grammar = grammar_at(data[0] % grammar_count());
    newline = memchr(data + 2, '\n', size - 2);
    first = newline ? (size_t)(newline - data - 2) : size - 2;
    a = side_of(data + 2, first, grammar);
    b = newline ? side_of(newline + 1, size - 3 - first, grammar)
                : side_of("", 0, grammar);
    ref = side_of(b.text, b.len, grammar);
    ref.valid = locus_parse_reference(&ref.url, ref.text, ref.len, grammar)
             == 0;
    if (a.valid && ref.valid)
        references(&a, &ref, data[1] & 1u);
    if (a.valid)
        origins(&a, b.valid ? &b : &a);
    if (a.valid)
        forms(&a, b.valid ? &b : &a, grammar, data[1] % (LOCUS_STEPS_ALL + 1u));
    exact_free(a.text);
    exact_free(b.text);
    exact_free(ref.text);
    return 0;
}
