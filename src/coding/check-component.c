/* SPDX-License-Identifier: MIT
 *
 * Checks a part, with the machines of encoder.h. Their output is discarded.
 */
#include "coding/ip-literal.h"

int locus_check(const char *text, size_t len, const struct locus_grammar *grammar,
                enum locus_part part, size_t *offset)
{
    struct locus_writer nowhere = { NULL, 0, 0 };
    struct encoding e = { .out = &nowhere, .escaped = NOWHERE };
    struct locus_entry entry;
    int result, passed;

    *offset = 0;
    /* This grammar checks the parts together, when the URL is assembled. */
    if (has_trait(grammar, TRAIT_PARTS_TOGETHER))
        return 0;
    result = locus_find_entry(&entry, grammar, (int)part, 0);
    if (result != 0)
        return result;
    e.text = bytes_of(text, len);
    e.end = e.text + len;
    result = locus_check_literal(&e, grammar, (int)part, offset);
    if (result < 0)
        return result;
    if (result > 0) {
        *offset = 0;
        return 0;
    }
    passed = entry.run(&e, entry.held, offset);
    if (e.escaped != NOWHERE) {
        *offset = e.escaped;
        return e.error ? e.error : locus_rule_of(grammar, (int)part);
    }
    if (!passed)
        return locus_rule_of(grammar, (int)part);
    *offset = 0;
    return 0;
}
