/* SPDX-License-Identifier: MIT
 *
 * The grammar web-target: request targets as servers receive them.
 */
#define GRAMMAR web_target
#define NO_MATCHER
#include "grammars/grammar-objects.h"

#ifdef URL_MACHINE
#include "runs/grammar-web-target-runs.h"

%%{
machine web_target;
getkey KEY;
include url_events "grammars/support/url-events.rl";
include web_target "url/web-target.rl";
write data noerror nofinal noentry;
}%%

MACHINE(web_target)
{
    MACHINE_BEGIN(web_target)
    %% write exec;
    MACHINE_END
}
#endif

ENCODER_OBJECT(.entry = locus_entry_lenient_target)

GRAMMAR_OBJECT(
    .name = "web-target",
    .description = "request targets in logs: RFC 9112, few restrictions on bytes",
    .traits = TRAIT_IP_LITERALS | TRAIT_LENIENT | TRAIT_NO_FILES | LOCUS_TRAIT_TARGET
)
