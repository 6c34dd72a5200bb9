/* SPDX-License-Identifier: MIT
 *
 * The grammar rfc1630: fragmentaddress of RFC 1630, with the parts of each scheme.
 */
#define GRAMMAR rfc1630
#include "grammars/grammar-objects.h"

#ifdef URL_MACHINE
#include "runs/grammar-rfc1630-runs.h"

%%{
machine rfc1630;
getkey KEY;
include url_events "grammars/support/url-events.rl";
include rfc1630 "url/rfc1630.rl";
write data noerror nofinal noentry;
}%%

MACHINE(rfc1630)
{
    MACHINE_BEGIN(rfc1630)
    %% write exec;
    MACHINE_END
}
#endif

OWN_ENCODER_OBJECT(
    .fields_error = LOCUS_ERROR_VERSION
)

GRAMMAR_OBJECT(
    .name = "rfc1630",
    .description = "fragmentaddress: RFC 1630, with the parts of each scheme",
    .traits = LOCUS_TRAIT_SCHEME_PARTS | LOCUS_TRAIT_PARTIAL | TRAIT_BOUNDED
        | TRAIT_BARE_SCHEMES | TRAIT_DRIVE_ESCAPED | TRAIT_PARTS_TOGETHER
)
