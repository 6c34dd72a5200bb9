/* SPDX-License-Identifier: MIT
 *
 * Looks for the "@" of a userinfo (grammar/http/userinfo-ahead.rl).
 */
#include "http/http.h"

%%{
machine userinfo_ahead;

action found            { found = 1; }

# Named by the productions of URLs; the machine uses none of them.
include url_events "grammars/support/url-events.rl";
include userinfo_ahead "http/userinfo-ahead.rl";
write data noerror nofinal noentry;
}%%

int locus_userinfo_ahead(uint32_t *state, const unsigned char *p,
                         const unsigned char *const pe)
{
    int cs = *state ? (int)*state : userinfo_ahead_start;
    int found = 0;

    %% write exec;
    *state = found ? 0 : (uint32_t)cs;
    return found;
}
