/* SPDX-License-Identifier: MIT
 *
 * The machine web_reference: references as found in web pages, headers and logs: the
 * structure of RFC 3986's URI-reference (section 4.1) with the bytes of the grammar web.
 */
%%{
machine web_reference;
alphtype unsigned char;
getkey KEY;
include events "url/events.rl";
include common "url/common.rl";
include web_common "url/web-common.rl";
include web_chars "url/web-chars.rl";
include uri "url/uri.rl";

main := URI_reference $~run $*likely %~accept;

write data noerror nofinal noentry;
}%%
MACHINE(web_reference)
{
    MACHINE_BEGIN(web_reference)
    %% write exec;
    MACHINE_END
}
