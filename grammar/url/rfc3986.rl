/* SPDX-License-Identifier: MIT
 *
 * The machine rfc3986: an RFC 3986 URI (section 3, appendix A), exactly.
 */
%%{
machine rfc3986;
alphtype unsigned char;
getkey KEY;
include events "rules/events.rl";
include common "rules/common.rl";
include uri_chars "rules/uri-chars.rl";
include uri "rules/uri.rl";

main := URI $~run $*likely %~accept;

write data noerror nofinal noentry;
}%%
MACHINE(rfc3986)
{
    MACHINE_BEGIN(rfc3986)
    %% write exec;
    MACHINE_END
}
