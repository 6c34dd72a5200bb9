/* SPDX-License-Identifier: MIT
 *
 * A libFuzzer target for RFC 1630's partial forms: the text is a context, a newline and a
 * reference of any bytes. It aborts if locus_resolve_partial() reports another size than it
 * writes, writes past a short buffer, or breaks a promise of the RFC's section "Partial
 * (relative) form"; or if RFC 1630's equality is not an equivalence.
 */
#include "fuzz.h"

#include "reference/reference.h"

/* The result, in an allocation of its exact size; smaller buffers must be refused. */
static char *partial(size_t *len, const struct locus_url *url,
                     const char *context, size_t context_len,
                     const char *reference, size_t reference_len)
{
    size_t needed, again;
    char *buf;
    int result = locus_resolve_partial(NULL, 0, &needed, url, context, context_len,
                               reference, reference_len);

    CHECK(result == (needed > 0 ? LOCUS_ERROR_SPACE : 0));
    CHECK(needed <= context_len + reference_len + 3);
    if (needed > 0) {
        buf = exact_allocate(needed - 1);
        CHECK(locus_resolve_partial(buf, needed - 1, &again, url, context, context_len,
                            reference, reference_len) == LOCUS_ERROR_SPACE);
        CHECK(again == needed);
        exact_free(buf);
    }
    buf = exact_allocate(needed);
    CHECK(locus_resolve_partial(buf, needed, len, url, context, context_len, reference,
                        reference_len) == 0);
    CHECK(*len == needed);
    return buf;
}

/* An absolute reference is its own result, in any context; for the empty reference the
   result is the context without its prefix and fragment. */
static void promises(const struct locus_url *url, const char *context,
                     size_t context_len, const char *reference,
                     size_t reference_len)
{
    const size_t scheme = url->part[LOCUS_SCHEME].off;
    struct locus_url absolute;
    size_t len, void_len;
    char *result = partial(&len, url, context, context_len, reference,
                           reference_len);
    char *nothing = partial(&void_len, url, context, context_len, NULL, 0);

    if (locus_parse(&absolute, reference, reference_len, locus_rfc1630) == 0)
        CHECK(len == reference_len && memcmp(result, reference, len) == 0);
    CHECK(void_len <= context_len - scheme
          && memcmp(nothing, context + scheme, void_len) == 0);
    exact_free(nothing);
    exact_free(result);
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

static void equality(const struct locus_url *a, const char *a_text,
                     const char *text, size_t len)
{
    struct locus_url b;
    int there;

    CHECK(locus_compare(a, a_text, a, a_text, LOCUS_SAME_LEVEL) == 0);
    if (locus_parse(&b, text, len, locus_rfc1630) != 0)
        return;
    there = locus_compare(a, a_text, &b, text, LOCUS_SAME_LEVEL);
    CHECK(sign(there)
          == -sign(locus_compare(&b, text, a, a_text, LOCUS_SAME_LEVEL)));
    /* Equal bytes are equal at any level. */
    if (there != 0)
        CHECK(locus_compare(a, a_text, &b, text, 0) != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *newline = size ? memchr(data, '\n', size) : NULL;
    const size_t first = newline ? (size_t)(newline - data) : size;
    const size_t second = newline ? size - first - 1 : 0;
    char *context = exact_copy(data, first);
    char *reference = exact_copy(newline ? newline + 1 : data, second);
    struct locus_url url;

    if (locus_parse(&url, context, first, locus_rfc1630) == 0) {
        promises(&url, context, first, reference, second);
        equality(&url, context, reference, second);
    }
    exact_free(reference);
    exact_free(context);
    return 0;
}
