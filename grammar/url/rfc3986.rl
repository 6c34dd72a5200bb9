/* SPDX-License-Identifier: MIT
 *
 * The machine rfc3986: an RFC 3986 URI (section 3, appendix A), exactly.
 */
%%{
machine rfc3986;
alphtype unsigned char;
include common "rules/common.rl";
include uri_chars "rules/uri-chars.rl";
include uri "rules/uri.rl";

main := URI $~run $*likely %~accept;
}%%
