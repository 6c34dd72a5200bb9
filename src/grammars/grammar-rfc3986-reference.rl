/* SPDX-License-Identifier: MIT
 *
 * The grammar rfc3986-reference: URI-reference of RFC 3986, section 4.1.
 */
#define GRAMMAR rfc3986_reference
#define NO_MATCHER
#include "grammars/grammar-objects.h"

#ifdef URL_MACHINE
#include "runs/grammar-rfc3986-reference-runs.h"

%%{
machine rfc3986_reference;
getkey KEY;
include url_events "grammars/support/url-events.rl";
include rfc3986_reference "url/rfc3986-reference.rl";
write data noerror nofinal noentry;
}%%

MACHINE(rfc3986_reference)
{
    MACHINE_BEGIN(rfc3986_reference)
    %% write exec;
    MACHINE_END
}
#endif

ENCODER_OBJECT(.entry = locus_entry_uri)

GRAMMAR_OBJECT(
    .name = "rfc3986-reference",
    .description = "URI-reference: RFC 3986, section 4.1",
    .in_text = &locus_grammar_rfc3986,
    .traits = TRAIT_IP_LITERALS | LOCUS_TRAIT_REFERENCE
)
