/* SPDX-License-Identifier: MIT
 *
 * The grammar rfc1738: url of RFC 1738, section 5, with the parts of each scheme.
 */
#define GRAMMAR rfc1738
#include "grammars/grammar-objects.h"

#ifdef URL_MACHINE
#include "runs/grammar-rfc1738-runs.h"

%%{
machine rfc1738;
getkey KEY;
include url_events "grammars/support/url-events.rl";
include rfc1738 "url/rfc1738.rl";
write data noerror nofinal noentry;
}%%

MACHINE(rfc1738)
{
    MACHINE_BEGIN(rfc1738)
    %% write exec;
    MACHINE_END
}
#endif

OWN_ENCODER_OBJECT(
    .fields_error = LOCUS_ERROR_FIELDS
)

GRAMMAR_OBJECT(
    .name = "rfc1738",
    .description = "url: RFC 1738, section 5, with the parts of each scheme",
    .traits = LOCUS_TRAIT_SCHEME_PARTS | TRAIT_BOUNDED
)
