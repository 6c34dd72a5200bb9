/* SPDX-License-Identifier: MIT
 *
 * RFC 3986, Appendix A: the productions that the grammars rfc3986,
 * rfc3986-reference and web have in common. A library: no main.
 *
 * Ragel requires a rule to be defined before it is used, so the appendix is given here
 * from its last line up.
 */
%%{
machine common;

# 2.3   unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
unreserved      = alpha | digit | "-" | "." | "_" | "~" ;

# 2.2   sub-delims    = "!" / "$" / "&" / "'" / "(" / ")"
#                     / "*" / "+" / "," / ";" / "="
sub_delims      = "!" | "$" | "&" | "'" | "(" | ")"
                | "*" | "+" | "," | ";" | "=" ;

# 2.1   pct-encoded   = "%" HEXDIG HEXDIG
pct_encoded     = "%" (xdigit xdigit) @!bad_percent ;

# 3.2.2 dec-octet     = DIGIT                 ; 0-9
#                     / %x31-39 DIGIT         ; 10-99
#                     / "1" 2DIGIT            ; 100-199
#                     / "2" %x30-34 DIGIT     ; 200-249
#                     / "25" %x30-35          ; 250-255
dec_octet       = digit
                | [1-9] digit
                | "1" digit{2}
                | "2" [0-4] digit
                | "25" [0-5] ;

# 3.2.2 IPv4address   = dec-octet "." dec-octet "." dec-octet "." dec-octet
IPv4address     = dec_octet "." dec_octet "." dec_octet "." dec_octet ;

# 3.2.2 h16           = 1*4HEXDIG
#       ls32          = ( h16 ":" h16 ) / IPv4address
h16             = xdigit{1,4} ;
ls32            = ( h16 ":" h16 ) | IPv4address ;

# 3.2.2 IPv6address   =                            6( h16 ":" ) ls32
#                     /                       "::" 5( h16 ":" ) ls32
#                     / [               h16 ] "::" 4( h16 ":" ) ls32
#                     / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
#                     / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
#                     / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
#                     / [ *4( h16 ":" ) h16 ] "::"              ls32
#                     / [ *5( h16 ":" ) h16 ] "::"              h16
#                     / [ *6( h16 ":" ) h16 ] "::"
IPv6address     =                              ( h16 ":" ){6} ls32
                |                         "::" ( h16 ":" ){5} ls32
                | (                 h16 )? "::" ( h16 ":" ){4} ls32
                | ( ( h16 ":" ){0,1} h16 )? "::" ( h16 ":" ){3} ls32
                | ( ( h16 ":" ){0,2} h16 )? "::" ( h16 ":" ){2} ls32
                | ( ( h16 ":" ){0,3} h16 )? "::"   h16 ":"      ls32
                | ( ( h16 ":" ){0,4} h16 )? "::"                ls32
                | ( ( h16 ":" ){0,5} h16 )? "::"                h16
                | ( ( h16 ":" ){0,6} h16 )? "::" ;

# 3.2.2 IPvFuture     = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
IPvFuture       = "v"i xdigit+ "." ( unreserved | sub_delims | ":" )+ ;

# 3.2.2 IP-literal    = "[" ( IPv6address / IPvFuture  ) "]"
IP_literal      = ( "[" IPv6address "]" %host_ipv6
                  | "[" IPvFuture   "]" %host_ipvfuture ) <>!bad_ip_literal ;

# 3.2.3 port          = *DIGIT
port            = digit* $!bad_port ;

# 3.2.1 userinfo      = *( unreserved / pct-encoded / sub-delims / ":" )
#
# Written as "user:password" (3.2.1, and RFC 1738 3.1): the first ":" separates them.
# The language is the same.
user            = ( unreserved | pct_encoded | sub_delims )* ;
password        = ( unreserved | pct_encoded | sub_delims | ":" )* ;
userinfo        = ( user %user
                  | user ":" >colon password %user_password ) $!bad_userinfo ;

# 3.1   scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
scheme          = ( alpha ( alpha | digit | "+" | "-" | "." )* )
                  $!bad_scheme %scheme_end ;
}%%
