/* SPDX-License-Identifier: MIT
 *
 * RFC 3986, Appendix A: the contents of the components of a URI, for uri.rl. A library:
 * no main; it needs common.rl.
 */
%%{
machine uri_chars;

# 3.3   pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"
#       segment-nz-nc: the same without ":"
pchar           = unreserved | pct_encoded | sub_delims | ":" | "@" ;
pchar_nc        = unreserved | pct_encoded | sub_delims | "@" ;

# 3.4   query         = *( pchar / "/" / "?" )
# 3.5   fragment      = *( pchar / "/" / "?" )
query_byte      = pchar | "/" | "?" ;
fragment_byte   = pchar | "/" | "?" ;

# 3.2.2 reg-name      = *( unreserved / pct-encoded / sub-delims )
reg_name        = ( unreserved | pct_encoded | sub_delims )* ;
}%%
