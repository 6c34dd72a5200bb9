/* SPDX-License-Identifier: MIT
 *
 * The grammar request-target: RFC 9112, section 3.2.
 */
#define GRAMMAR request_target
#define NO_MATCHER
#include "grammars/grammar-objects.h"

#ifdef URL_MACHINE
#include "runs/grammar-request-target-runs.h"

%%{
machine request_target;
getkey KEY;
include url_events "grammars/support/url-events.rl";
include request_target "url/request-target.rl";
write data noerror nofinal noentry;
}%%

MACHINE(request_target)
{
    MACHINE_BEGIN(request_target)
    %% write exec;
    MACHINE_END
}
#endif

#ifdef ENCODER
/* A strict request target has no fragment (RFC 9112, section 3.2). */
static struct locus_entry entry(int component, int plus)
{
    return component == LOCUS_FRAGMENT ? (struct locus_entry){ 0 }
                                       : locus_entry_uri(component, plus);
}
#endif

ENCODER_OBJECT(.entry = entry)

GRAMMAR_OBJECT(
    .name = "request-target",
    .description = "request targets: RFC 9112, section 3.2",
    .traits = TRAIT_IP_LITERALS | TRAIT_NO_FILES | LOCUS_TRAIT_TARGET
)
