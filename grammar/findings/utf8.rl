/* SPDX-License-Identifier: MIT
 *
 * The characters of UTF-8 (RFC 3629, section 4), each octet raw or percent-encoded. A
 * library: no main.
 */
%%{
machine utf8;

# RFC 3629 4:
#       UTF8-2      = %xC2-DF UTF8-tail
#       UTF8-3      = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /
#                     %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
#       UTF8-4      = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) /
#                     %xF4 %x80-8F 2( UTF8-tail )
UTF8_1          = 0x00..0x7f - "%" | "%" [0-7] xdigit ;
UTF8_tail       = 0x80..0xBF | "%" [89ABab] xdigit ;
c2_df           = 0xC2..0xDF | "%" ( "C"i ( xdigit - [01] ) | "D"i xdigit ) ;
e0              = 0xE0 | "%E0"i ;
e1_ec_ee_ef     = 0xE1..0xEC | 0xEE..0xEF | "%E"i ( xdigit - "0" - "D"i ) ;
ed              = 0xED | "%ED"i ;
f0              = 0xF0 | "%F0"i ;
f1_f3           = 0xF1..0xF3 | "%F"i [123] ;
f4              = 0xF4 | "%F4"i ;
a0_bf           = 0xA0..0xBF | "%" [ABab] xdigit ;
x80_9f          = 0x80..0x9F | "%" [89] xdigit ;
x90_bf          = 0x90..0xBF | "%" [9ABab] xdigit ;
x80_8f          = 0x80..0x8F | "%8" xdigit ;

begun_3         = e0 a0_bf | e1_ec_ee_ef UTF8_tail | ed x80_9f ;
begun_4         = f0 x90_bf | f1_f3 UTF8_tail | f4 x80_8f ;
UTF8_2          = c2_df UTF8_tail ;
UTF8_3          = begun_3 UTF8_tail ;
UTF8_4          = begun_4 UTF8_tail{2} ;
utf8            = ( UTF8_1 | UTF8_2 | UTF8_3 | UTF8_4 )* ;
}%%
