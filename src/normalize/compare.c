/* SPDX-License-Identifier: MIT
 *
 * Compares the normal forms of two URLs. A URL that is normal is compared as it is; of any
 * other, the normal form is written to the stack first. If a form is too long for that,
 * both are compared from their ends (reference/recompose.h).
 */
#include <string.h>

#include "common/bytes.h"
#include "grammars/support/grammar.h"
#include "normalize/normalize.h"
#include "reference/decompose.h"

/* The longest form that is written to the stack: enough for URLs of 4 KB. */
enum { FORM = 4608 };

static int compare_bytes(const unsigned char *a, size_t a_len, const unsigned char *b,
                         size_t b_len)
{
    const size_t n = a_len < b_len ? a_len : b_len;
    const size_t common = locus_common_bytes(a, b, n);

    if (common < n)
        return a[common] < b[common] ? -1 : 1;
    return a_len < b_len ? -1 : a_len > b_len;
}

/* Whether the structs are equal: same parts, same grammar, same error. */
static int have_same_parts(const struct locus_url *a, const struct locus_url *b)
{
    uint64_t differences = 0;

    _Static_assert(sizeof *a % sizeof differences == 0, "whole words");
    for (size_t i = 0; i < sizeof *a; i += sizeof differences) {
        uint64_t x, y;

        memcpy(&x, (const unsigned char *)a + i, sizeof x);
        memcpy(&y, (const unsigned char *)b + i, sizeof y);
        differences |= x ^ y;
    }
    return differences == 0;
}

/* Whether both have the same bytes and the same offsets of parts, and so the same normal
   form for any steps. */
static int are_identical(const struct locus_url *a, const char *a_text,
                         const struct locus_url *b, const char *b_text)
{
    size_t len;

    if (!have_same_parts(a, b))
        return 0;
    if (a_text == b_text)
        return 1;
    len = locus_url_end(a);
    return locus_common_bytes(bytes_of(a_text, len), bytes_of(b_text, len), len) == len;
}

/* A normal form: the text of a URL that is normal, or the form as written. */
struct normal {
    const unsigned char *bytes;
    size_t len;
};

/* Returns 0 if the form is too long. */
static int get_normal(struct normal *normal, unsigned char written[FORM],
                      const struct recomposed *form)
{
    if (locus_form_change(form, normal->bytes, normal->len) == FORM_SAME)
        return 1;
    normal->bytes = written;
    return locus_write_form(form, written, FORM, &normal->len);
}

static __attribute__((noinline)) int
compare_forms(const struct locus_url *a, const char *a_text,
              const struct locus_url *b, const char *b_text, unsigned steps)
{
    struct recomposed x_form, y_form;
    struct normal x, y;
    unsigned char x_written[FORM], y_written[FORM];

    x.len = locus_normal_form(&x_form, a, a_text, steps);
    y.len = locus_normal_form(&y_form, b, b_text, steps);
    x.bytes = bytes_of(a_text, x.len);
    y.bytes = bytes_of(b_text, y.len);
    if (get_normal(&x, x_written, &x_form) && get_normal(&y, y_written, &y_form))
        return compare_bytes(x.bytes, x.len, y.bytes, y.len);
    return locus_recomposed_compare(&x_form, &y_form);
}

int locus_compare(const struct locus_url *a, const char *a_text,
                  const struct locus_url *b, const char *b_text,
                  unsigned steps)
{
    size_t a_len, b_len;

    if (are_identical(a, a_text, b, b_text))
        return 0;
    if (steps & LOCUS_SAME_LEVEL && a->error == 0 && b->error == 0
        && url_has_trait(a, LOCUS_TRAIT_PARTIAL)
        && url_has_trait(b, LOCUS_TRAIT_PARTIAL))
        return locus_compare_encoding_level(a, a_text, b, b_text);
    a_len = locus_url_end(a);
    b_len = locus_url_end(b);
    if (a->error == 0 && b->error == 0 && locus_is_surely_normal(a, a_text, a_len, steps)
        && locus_is_surely_normal(b, b_text, b_len, steps))
        return compare_bytes((const unsigned char *)a_text, a_len,
                             (const unsigned char *)b_text, b_len);
    return compare_forms(a, a_text, b, b_text, steps);
}
