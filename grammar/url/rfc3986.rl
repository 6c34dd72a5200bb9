/* SPDX-License-Identifier: MIT
 *
 * The machine rfc3986: an RFC 3986 URI (section 3, appendix A), exactly.
 */
%%{
machine rfc3986;
alphtype unsigned char;
getkey KEY;
include events "url/events.rl";
include common "url/common.rl";
include uri_chars "url/uri-chars.rl";
include uri "url/uri.rl";

main := URI $~run $*likely %~accept;

write data noerror nofinal noentry;
}%%
MACHINE(rfc3986)
{
    MACHINE_BEGIN(rfc3986)
    %% write exec;
    MACHINE_END
}
