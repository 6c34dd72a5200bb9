/* SPDX-License-Identifier: MIT
 *
 * Whether a URL is its own normal form.
 */
#include "common/bytes.h"
#include "normalize/normalize.h"
#include "reference/decompose.h"

/* Whether the form equals the text. For forms that may add or remove bytes. */
static __attribute__((noinline)) int is_equal(const struct recomposed *form,
                                              const unsigned char *text, size_t len)
{
    struct recomposed as_it_is = { .count = 0 };

    locus_recomposed_add(&as_it_is, text, len, 0);
    return locus_recomposed_compare(form, &as_it_is) == 0;
}

int locus_is_normal(const struct locus_url *url, const char *text, unsigned steps)
{
    struct recomposed form;
    enum form_change change;
    const unsigned char *bytes;
    size_t len;

    if (url->error || steps & ~(unsigned)LOCUS_STEPS_ALL)
        return 0;
    if (locus_is_surely_normal(url, text, locus_url_end(url), steps))
        return 1;
    if (locus_adds_root(url, steps)
        || locus_removes_port(url, text, steps))
        return 0;
    len = locus_normal_form(&form, url, text, steps);
    bytes = bytes_of(text, len);
    change = locus_form_change(&form, bytes, len);
    return change == FORM_SAME || (change == FORM_UNKNOWN && is_equal(&form, bytes, len));
}
