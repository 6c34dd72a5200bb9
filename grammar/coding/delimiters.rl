/* SPDX-License-Identifier: MIT
 *
 * The machine delimiters: the octets that would have another meaning if they were not
 * percent-encoded, because they divide a component or end it. It reads one octet, and has
 * an entry for each set of components with the same delimiters.
 */
%%{
machine delimiters;
alphtype unsigned char;

# RFC 3986, section 2.2: gen-delims = ":" / "/" / "?" / "#" / "[" / "]" / "@"
gen_delims  = ":" | "/" | "?" | "#" | "[" | "]" | "@" ;
sub_delims  = "!" | "$" | "&" | "'" | "(" | ")"
            | "*" | "+" | "," | ";" | "=" ;

# What a host may not hide (src/include/locus.h.in, section 4). RFC 2396, section 2.4.3,
# has the space and delims = "<" | ">" | "#" | "%" | <">.
host_delims = gen_delims | " " | "<" | ">" | '"' | "%" | "\\" ;

# No RFC has the backslash as a delimiter, but some software reads it as "/".
path_delims = "/" | "?" | "#" | ";" | "\\" ;

none        := ( any* ) $~run $*likely ;
reserved    := ( ( ( gen_delims | sub_delims ) @delimiter | any )* ) $~run $*likely ;
user        := ( ( gen_delims @delimiter | any )* ) $~run $*likely ;
password    := ( ( ( gen_delims - ":" ) @delimiter | any )* ) $~run $*likely ;
host        := ( ( host_delims @delimiter | any )* ) $~run $*likely ;
path        := ( ( path_delims @delimiter | any )* ) $~run $*likely ;
query       := ( ( ( "&" | "=" | "+" | ";" | "#" ) @delimiter | any )* ) $~run $*likely ;
fragment    := ( ( "#" @delimiter | any )* ) $~run $*likely ;

# RFC 1738, sections 3.4 (a tab separates the fields of the line sent to the server),
# 3.5 and 3.6 (RFC 822: "," separates addresses), 3.11
tabbed      := ( ( "\t" @delimiter | any )* ) $~run $*likely ;
address     := ( ( ( "@" | "," | "?" ) @delimiter | any )* ) $~run $*likely ;
fields      := ( ( ( ";" | "=" ) @delimiter | any )* ) $~run $*likely ;

# A name in a POSIX or a Windows file system.
posix       := ( ( "/" @delimiter | any )* ) $~run $*likely ;
windows     := ( ( ( "/" | "\\" | ":" ) @delimiter | any )* ) $~run $*likely ;

# The same in a URL of RFC 1630, where ":" must be escaped.
windows_old := ( ( ( "/" | "\\" ) @delimiter | any )* ) $~run $*likely ;
}%%
