/* SPDX-License-Identifier: MIT
 *
 * The grammar web-reference: URI-reference (RFC 3986, section 4.1) with the bytes of web.
 */
#define GRAMMAR web_reference
#define NO_MATCHER
#include "grammars/grammar-objects.h"

#ifdef URL_MACHINE
#include "runs/grammar-web-reference-runs.h"

%%{
machine web_reference;
getkey KEY;
include url_events "grammars/support/url-events.rl";
include web_reference "url/web-reference.rl";
write data noerror nofinal noentry;
}%%

MACHINE(web_reference)
{
    MACHINE_BEGIN(web_reference)
    %% write exec;
    MACHINE_END
}
#endif

ENCODER_OBJECT(.entry = locus_entry_lenient)

GRAMMAR_OBJECT(
    .name = "web-reference",
    .description = "URI-reference: RFC 3986, section 4.1, with the bytes of web",
    .in_text = &locus_grammar_web,
    .traits = TRAIT_IP_LITERALS | TRAIT_LENIENT | LOCUS_TRAIT_REFERENCE
)
