/* SPDX-License-Identifier: MIT
 *
 * NULL and 0 for request targets and redaction: cases of test-null.c.
 */
#include "unit/include/null-http.h"

#include <string.h>

#include "locus.h"
#include "support/grammars.h"
#include "support/unit.h"

void null_parse_target(void)
{
    for (int g = 0; g < grammar_count(); g++) {
        const struct locus_grammar *const grammar = grammar_at(g);
        const int target = (locus_grammar_traits(grammar) & LOCUS_TRAIT_TARGET) != 0;
        struct locus_url url;

        ck_assert_int_eq(locus_parse_target(&url, NULL, 0, grammar, NULL, 0),
                         target ? LOCUS_ERROR_FORM : LOCUS_ERROR_GRAMMAR);
        if (target && locus_parse(&url, "*", 1, grammar) == 0)
            ck_assert_int_eq(locus_apply_method(&url, NULL, NULL, 0), 0);
    }
}

/* The text, the mask, the keys and a key may be NULL. */
void null_redact(void)
{
    static const struct locus_slice empty_key = { NULL, 0 };
    static const char text[] = "//:@?=";
    struct locus_url url;
    struct locus_redaction what = { .flags = 0 };
    struct locus_url other;
    size_t len = 1;

    ck_assert_int_eq(locus_parse(&url, NULL, 0, locus_rfc3986_reference), 0);
    ck_assert_int_eq(locus_redact(NULL, 0, &len, &url, NULL, &what, NULL), 0);
    ck_assert_uint_eq(len, 0);
    what.keys = &empty_key;
    what.key_count = 1;
    ck_assert_int_eq(locus_redact(NULL, 0, &len, &url, NULL, &what, NULL), 0);
    ck_assert_int_eq(locus_parse(&other, text, strlen(text), locus_rfc3986_reference), 0);
    ck_assert_int_eq(locus_redact(NULL, 0, &len, &other, text, &what, NULL),
                     LOCUS_ERROR_SPACE);
    ck_assert_uint_eq(len, strlen(text));
}
