/* SPDX-License-Identifier: MIT
 *
 * The grammar rfc3986: URI of RFC 3986, section 3 and appendix A.
 */
#define GRAMMAR rfc3986
#include "grammars/grammar-objects.h"

#ifdef URL_MACHINE
#include "runs/grammar-rfc3986-runs.h"

%%{
machine rfc3986;
getkey KEY;
include url_events "grammars/support/url-events.rl";
include rfc3986 "url/rfc3986.rl";
write data noerror nofinal noentry;
}%%

MACHINE(rfc3986)
{
    MACHINE_BEGIN(rfc3986)
    %% write exec;
    MACHINE_END
}
#endif

ENCODER_OBJECT(.entry = locus_entry_uri)

GRAMMAR_OBJECT(
    .name = "rfc3986",
    .description = "URI: RFC 3986, section 3 and appendix A",
    .traits = TRAIT_IP_LITERALS | TRAIT_PLAIN
)
