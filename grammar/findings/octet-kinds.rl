/* SPDX-License-Identifier: MIT
 *
 * The kinds of octets that could mislead a program that decodes a text, or reads it by
 * different rules (RFC 1738, section 6). A library: no main. Any text is one of octet_kinds,
 * which only report; a table in src/findings/octet-findings.c defines which kinds are findings
 * in which part of a URL.
 */
%%{
machine octet_kinds;
alphtype unsigned char;

include utf8 "findings/utf8.rl";

# One event per kind: raw octets, percent-encodings, and invalid percent-encodings.

raw             = cntrl @control
                | " " @space
                | "\\" @backslash
                | "@" @at_sign
                | 0x80..0xff @byte_80 ;

# Controls begin with the digit "0" or "1"; 7F is one more. Four of them have events of
# their own.
hex_control     = ( [01] xdigit | "7F"i ) - "00" - "09" - "0A"i - "0D"i ;
# RFC 3986 2.2: gen-delims except "/", which has an event of its own.
hex_delimiter   = "3A"i | "3F"i | "23" | "5B"i | "5D"i | "40" ;
# RFC 3986 2.3: unreserved, in hexadecimal: - . 0-9 A-Z _ a-z ~
hex_unreserved  = "2D"i | "2E"i | "3" digit
                | "4" ( xdigit - "0" ) | "5" ( digit | "A"i ) | "5F"i
                | "6" ( xdigit - "0" ) | "7" ( digit | "A"i ) | "7E"i ;

# The first octets of the characters of findings-unicode.rl and findings-query.rl.
hex_lead        = "CD"i | "E2"i | "E3"i | "EA"i | "EF"i | "F0"i ;

encoded         = "%" ( "00" @e_nul
                      | "0D"i @e_line_break
                      | "0A"i @e_line_break
                      | "09" @e_tab
                      | hex_control @e_control
                      | "2F"i @e_slash
                      | "5C"i @e_backslash
                      | "3B"i @e_semicolon
                      | hex_delimiter @e_delimiter
                      | hex_unreserved @e_unreserved
                      | hex_lead @lead
                      | xdigit{2} @e_any ) ;
e_twice         = "%25" xdigit{2} @e_twice ;

# escape() of ECMAScript (ECMA-262 B.2.1.1) and IIS: a UTF-16 code unit.
unicode_escape  = "%u"i xdigit{4} @unicode_escape ;

# A "%" that begins no percent-encoding: one of the two bytes after it is not a digit,
# or the text ends.
not_encoded     = "%" ( any - xdigit ) | "%" xdigit ( any - xdigit ) ;
cut_encoded     = "%" xdigit? ;

# The incomplete beginnings of a character.
begun           = c2_df
                | e0 | e1_ec_ee_ef | ed | begun_3
                | f0 | f1_f3 | f4 | begun_4 | begun_4 UTF8_tail ;

# The beginnings of UTF-8. Any other text is not UTF-8, unless the reason is a "%"
# without its digits.
utf8_begun      = utf8 begun? cut_encoded? ;
astray          = any* - utf8_begun - ( utf8 not_encoded any* ) ;

# After such a "%" the check begins again, at a byte that is not one of its digits.
anew            = any* cut_encoded ;
not_utf8        = ( astray | anew ( astray - xdigit any* ) ) @not_utf8 ;
cut             = utf8 begun cut_encoded? ;
cut_utf8        = ( cut | anew ( cut - xdigit any* ) ) %not_utf8 ;

octet_kinds     = any* raw any*
                | any* encoded any*
                | any* e_twice any*
                | any* unicode_escape any*
                | any* ( not_encoded @bad_percent ) any*
                | any* ( cut_encoded %bad_percent )
                | not_utf8
                | cut_utf8
                | any* ;
}%%
