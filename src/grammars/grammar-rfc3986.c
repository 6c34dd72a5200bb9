/* SPDX-License-Identifier: MIT
 *
 * The grammar rfc3986: URI of RFC 3986, section 3 and appendix A.
 */
#define GRAMMAR rfc3986
#include "grammars/support/grammar.h"

#ifdef URL_MACHINE
#include "runs/rfc3986-runs.h"

#include "rfc3986-machine.h"
#endif

ENCODER_OBJECT(.entry = locus_entry_uri)

GRAMMAR_OBJECT(
    .name = "rfc3986",
    .description = "URI: RFC 3986, section 3 and appendix A",
    .traits = TRAIT_IP_LITERALS | TRAIT_PLAIN
)
