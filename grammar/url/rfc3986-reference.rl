/* SPDX-License-Identifier: MIT
 *
 * The machine rfc3986_reference: an RFC 3986 URI-reference (section 4.1,
 * appendix A), exactly: a URI, or a reference relative to one.
 */
%%{
machine rfc3986_reference;
alphtype unsigned char;
include common "rules/common.rl";
include uri_chars "rules/uri-chars.rl";
include uri "rules/uri.rl";

main := URI_reference $~run $*likely %~accept;
}%%
