/* SPDX-License-Identifier: MIT
 *
 * The machine web: URLs as logs and pages hold them. RFC 3986's structure (uri.rl), its
 * parts where RFC 3986 would find them, and more bytes inside the parts.
 */
%%{
machine web;
alphtype unsigned char;
getkey KEY;
include events "url/events.rl";
include common "url/common.rl";
include web_common "url/web-common.rl";

# Departures: web_char for pchar; in a fragment "#" may recur; web_name_char for what a
# reg-name holds.
pchar           = web_pchar ;
pchar_nc        = web_pchar - ":" ;
query_byte      = web_char - "#" ;
fragment_byte   = web_char ;
reg_name        = ( web_name_char | pct_encoded )* ;
include uri "url/uri.rl";

main := URI $~run $*likely %~accept;

write data noerror nofinal noentry;
}%%
MACHINE(web)
{
    MACHINE_BEGIN(web)
    %% write exec;
    MACHINE_END
}
