/* SPDX-License-Identifier: MIT
 *
 * The grammar authority: a host and an optional port (RFC 9110, section 7.2).
 */
#define GRAMMAR authority
#define NO_USERINFO
#define NO_MATCHER
#include "grammars/grammar-objects.h"

#ifdef URL_MACHINE
#include "runs/grammar-authority-runs.h"

%%{
machine authority;
getkey KEY;
include url_events "grammars/support/url-events.rl";
include authority "url/authority.rl";
write data noerror nofinal noentry;
}%%

MACHINE(authority)
{
    MACHINE_BEGIN(authority)
    %% write exec;
    MACHINE_END
}
#endif

#ifdef ENCODER
static struct locus_entry entry(int component, int plus)
{
    return component == LOCUS_HOST || component == LOCUS_PORT
        ? locus_entry_uri(component, plus) : (struct locus_entry){ 0 };
}
#endif

ENCODER_OBJECT(.entry = entry)

GRAMMAR_OBJECT(
    .name = "authority",
    .description = "the value of Host or :authority: RFC 9110, section 7.2",
    .traits = TRAIT_IP_LITERALS | TRAIT_NO_FILES | LOCUS_TRAIT_AUTHORITY
)
