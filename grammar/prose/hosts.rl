/* SPDX-License-Identifier: MIT
 *
 * What a person would take for a URL, by its scheme and its host. A library: no main.
 *
 * It knows no grammar. Where no URL is valid, the host is what stands between the last
 * "@" and the ":" after it.
 */
%%{
machine hosts;

# A host that is not ASCII has a dot: "http://" may stand before a word of any
# script, where words are not set apart by spaces. IDNA knows four dots: ".",
# U+3002, U+FF0E and U+FF61.
dot             = "." | 0xE3 0x80 0x82 | 0xEF 0xBC 0x8E | 0xEF 0xBD 0xA1 ;
host            = ( any - [/?#@:] )* & ( 0..0x7F* | any* dot any* ) ;

# In these schemes it has a letter, a digit, "[" or a byte from 80 up.
web_host        = host & any* ( alnum | "[" | 0x80..0xFF ) any* ;
web_scheme      = "http"i "s"i? | "ftp"i | "ws"i "s"i? ;
other_scheme    = ( any - ":" )* - web_scheme ;

userinfo        = ( any - [/?#] )* "@" ;
port            = ":" ( any - [/?#@] )* ;

# An authority that is read to its end, and a URL without one.
with_host       = web_scheme   "://" userinfo? web_host port?
                | other_scheme "://" userinfo? host     port? ;
without_host    = ( any - ":" )* ":" ( any - "/" | "/" ( any - "/" ) ) ;
not_yet_known   = ( any - ":" )* ":/"? ;
}%%
