/* SPDX-License-Identifier: MIT
 *
 * The machine authority: a host and an optional port, as in the Host field, in
 * ":authority" and in CONNECT (RFC 9110, section 7.2), exactly.
 */
%%{
machine authority;
alphtype unsigned char;
include common "rules/common.rl";
include uri_chars "rules/uri-chars.rl";
include uri "rules/uri.rl";
include uri_host "rules/uri-host.rl";

main := Host $~run $*likely %~accept;
}%%
