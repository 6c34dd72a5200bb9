/* SPDX-License-Identifier: MIT
 *
 * Compares the normal forms of two URLs.
 */
#include "grammars/support/grammar.h"
#include "normalize/normalize.h"

int locus_compare(const struct locus_url *a, const char *a_text,
                  const struct locus_url *b, const char *b_text,
                  unsigned steps)
{
    struct recomposed x, y;

    if (steps & LOCUS_SAME_LEVEL && a->error == 0 && b->error == 0
        && url_has_trait(a, LOCUS_TRAIT_PARTIAL)
        && url_has_trait(b, LOCUS_TRAIT_PARTIAL))
        return locus_compare_level(a, a_text, b, b_text);
    locus_normal_form(&x, a, a_text, steps);
    locus_normal_form(&y, b, b_text, steps);
    return locus_recomposed_compare(&x, &y);
}
