/* SPDX-License-Identifier: MIT
 *
 * The machine web: URLs as found in logs and web pages. It has RFC 3986's structure
 * (uri.rl), so that the parts are where RFC 3986 finds them, but allows more bytes in
 * the parts.
 */
%%{
machine web;
alphtype unsigned char;
include common "rules/common.rl";
include web_common "rules/web-common.rl";
include web_chars "rules/web-chars.rl";
include uri "rules/uri.rl";

main := URI $~run $*likely %~accept;
}%%
