/* SPDX-License-Identifier: MIT
 *
 * For each grammar, the grammar that reads relative references to its URLs, and the one
 * that reads only URLs.
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
