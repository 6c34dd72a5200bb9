/* SPDX-License-Identifier: MIT
 *
 * The machine json-colon: finds the ":" and "//" of URLs in JSON, escaped or not (RFC
 * 8259, section 7). It reads a whole text, inside and outside strings. It stops after
 * each "//", and after a ":" without "//" if that may end a scheme.
 *
 * It does not pair quotation marks: a log as a whole is not a JSON text, lines may be
 * truncated, and outside strings no ":" has a scheme before it and "//" after it.
 */
%%{
machine json_colon;
alphtype unsigned char;

colon           = ":" | "\\u003" [Aa] ;
solidus         = "/" | "\\/" | "\\u002" [Ff] ;

# RFC 3986, 3.1: ALPHA / DIGIT / "+" / "-" / "."
letter          = "\\u00" ( "2" [BDEbde] | "3" digit | [46] [1-9A-Fa-f]
                          | [57] [0-9Aa] ) ;

# ESC and CSI (control-sequence.rl)
control         = "\\u00" [19] [Bb] ;

# A "\" that does not begin an escape of JSON is skipped with the byte after it, unless
# that byte is a "u", which then is ordinary text.
escaped         = "\\" ( any - "u" )
                | "\\u" xdigit{4} - letter - colon - control ;
broken          = "\\u" xdigit{0,3} ;

# Every text matches, in one way only: no hexadecimal digit follows `broken`.
after_broken   = any - xdigit - "\\" - ":"
                | ":" @colon
                | "\\u003" [Aa] @escaped_colon
                | letter @letter
                | control @control
                | escaped @escaped ;
text            = ( xdigit | broken* after_broken )* ;

main := ( text broken* colon solidus solidus @slashes ) $~run %~accept ;
}%%
