/* SPDX-License-Identifier: MIT
 *
 * Hosts that are IP-literals, which the encoders do not read.
 */
#ifndef LOCUS_IP_LITERAL_H
#define LOCUS_IP_LITERAL_H

#include "coding/coding.h"
#include "coding/encoders/encoder.h"

/* Returns 1 if the component is a host and the text is an IP-literal,
   LOCUS_ERROR_IP_LITERAL if the text only begins like one, else 0. */
static inline int
locus_check_literal(const struct encoding *e, const struct locus_grammar *grammar,
                    int component, size_t *offset)
{
    if (component != LOCUS_HOST || !has_trait(grammar, TRAIT_IP_LITERALS))
        return 0;
    if (locus_ip_literal(e->text, (size_t)(e->end - e->text), offset))
        return 1;
    return *offset > 0 ? LOCUS_ERROR_IP_LITERAL : 0;
}

#endif
