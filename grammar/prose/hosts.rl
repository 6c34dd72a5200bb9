/* SPDX-License-Identifier: MIT
 *
 * What a person would take for a URL, judging by its scheme and host. A library: no
 * main.
 *
 * It does not depend on the grammar. In an invalid authority, the host is the text
 * between the last "@" and the ":" after it.
 */
%%{
machine hosts;

# A host that is not ASCII must have a dot: in scripts that do not separate words by
# spaces, any word may follow "http://". IDNA has four dots: ".", U+3002, U+FF0E and
# U+FF61.
dot             = "." | 0xE3 0x80 0x82 | 0xEF 0xBC 0x8E | 0xEF 0xBD 0xA1 ;
host            = ( any - [/?#@:] )* & ( 0..0x7F* | any* dot any* ) ;

# With these schemes, a host must have a letter, a digit, "[" or a byte from 80 up.
web_host        = host & any* ( alnum | "[" | 0x80..0xFF ) any* ;
web_scheme      = "http"i "s"i? | "ftp"i | "ws"i "s"i? ;
other_scheme    = ( any - ":" )* - web_scheme ;

userinfo        = ( any - [/?#] )* "@" ;
port            = ":" ( any - [/?#@] )* ;

# A URL with an authority, read to the end of the authority; a URL without one.
with_host       = web_scheme   "://" userinfo? web_host port?
                | other_scheme "://" userinfo? host     port? ;
without_host    = ( any - ":" )* ":" ( any - "/" | "/" ( any - "/" ) ) ;
not_yet_known   = ( any - ":" )* ":/"? ;
}%%
