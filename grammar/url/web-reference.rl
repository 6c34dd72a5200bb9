/* SPDX-License-Identifier: MIT
 *
 * The machine web_reference: references as found in web pages, headers and logs: the
 * structure of RFC 3986's URI-reference (section 4.1) with the bytes of the grammar web.
 */
%%{
machine web_reference;
alphtype unsigned char;
include common "rules/common.rl";
include web_common "rules/web-common.rl";
include web_chars "rules/web-chars.rl";
include uri "rules/uri.rl";

main := URI_reference $~run $*likely %~accept;
}%%
