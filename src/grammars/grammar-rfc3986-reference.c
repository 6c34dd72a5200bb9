/* SPDX-License-Identifier: MIT
 *
 * The grammar rfc3986-reference: URI-reference of RFC 3986, section 4.1.
 */
#define GRAMMAR rfc3986_reference
#define NO_MATCHER
#include "grammars/support/grammar.h"

#ifdef URL_MACHINE
#include "runs/rfc3986-reference-runs.h"

#include "rfc3986-reference-machine.h"
#endif

ENCODER_OBJECT(.entry = locus_entry_uri)

GRAMMAR_OBJECT(
    .name = "rfc3986-reference",
    .description = "URI-reference: RFC 3986, section 4.1",
    .in_text = &locus_grammar_rfc3986,
    .traits = TRAIT_IP_LITERALS | LOCUS_TRAIT_REFERENCE
)
