/* SPDX-License-Identifier: MIT
 *
 * The machine userinfo_ahead: whether an "@" follows the byte at which a host or port
 * without userinfo fails (RFC 9110, sections 4.2.4 and 7.2). The bytes before the "@" may
 * be those of a userinfo: "user@h" fails at its "@", "user:password@h" at the "p".
 */
%%{
machine userinfo_ahead;
alphtype unsigned char;
include common "rules/common.rl";

# RFC 3986 3.2.1 userinfo = *( unreserved / pct-encoded / sub-delims / ":" )
main := ( unreserved | "%" | sub_delims | ":" )* "@" @found ;
}%%
