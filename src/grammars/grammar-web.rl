/* SPDX-License-Identifier: MIT
 *
 * The grammar web: the structure of RFC 3986 with few restrictions on bytes, for URLs
 * in logs.
 */
#define GRAMMAR web
#include "grammars/grammar-objects.h"

#ifdef URL_MACHINE
#include "runs/grammar-web-runs.h"

%%{
machine web;
getkey KEY;
include url_events "grammars/support/url-events.rl";
include web "url/web.rl";
write data noerror nofinal noentry;
}%%

MACHINE(web)
{
    MACHINE_BEGIN(web)
    %% write exec;
    MACHINE_END
}
#endif

ENCODER_OBJECT(.entry = locus_entry_lenient)

GRAMMAR_OBJECT(
    .name = "web",
    .description = "URLs in logs: RFC 3986, few restrictions on bytes",
    .traits = TRAIT_IP_LITERALS | TRAIT_PLAIN | TRAIT_LENIENT
)
