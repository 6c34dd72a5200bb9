/* SPDX-License-Identifier: MIT
 *
 * Which grammars read what another one does not: relative references, and URLs without
 * these.
 */
#include "grammars/support/grammar.h"

const struct locus_grammar *locus_reference_grammar(const struct locus_grammar *grammar)
{
    return has_trait(grammar, TRAIT_LENIENT) ? &locus_grammar_web_reference
                                             : &locus_grammar_rfc3986_reference;
}

const struct locus_grammar *locus_text_grammar(const struct locus_grammar *grammar)
{
    return has_trait(grammar, TRAIT_LENIENT) ? &locus_grammar_web
                                             : &locus_grammar_rfc3986;
}
