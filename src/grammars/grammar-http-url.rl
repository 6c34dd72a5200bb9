/* SPDX-License-Identifier: MIT
 *
 * The grammar http-url: http and https URLs (RFC 9110, section 4.2).
 */
#define GRAMMAR http_url
#define NO_USERINFO
#include "grammars/grammar-objects.h"

#ifdef URL_MACHINE
#include "runs/grammar-http-url-runs.h"

%%{
machine http_url;
getkey KEY;
include url_events "grammars/support/url-events.rl";
include http_url "url/http-url.rl";
write data noerror nofinal noentry;
}%%

MACHINE(http_url)
{
    MACHINE_BEGIN(http_url)
    %% write exec;
    MACHINE_END
}
#endif

#ifdef ENCODER
/* It has no userinfo (RFC 9110, section 4.2.4). */
static struct locus_entry entry(int component, int plus)
{
    return component == LOCUS_USER || component == LOCUS_PASSWORD
        || component == LOCUS_USERINFO
        ? (struct locus_entry){ 0 } : locus_entry_uri(component, plus);
}
#endif

ENCODER_OBJECT(.entry = entry)

#ifdef GRAMMAR_IS_DEFINED
static const char *const schemes[] = { "http", "https" };
#endif

GRAMMAR_OBJECT(
    .schemes = schemes,
    .scheme_count = 2,
    .name = "http-url",
    .description = "http and https URLs, without userinfo: RFC 9110, section 4.2",
    .traits = TRAIT_IP_LITERALS | TRAIT_NO_FILES | TRAIT_OWN_AUTHORITY
)
