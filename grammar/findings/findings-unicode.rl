/* SPDX-License-Identifier: MIT
 *
 * The machine findings_unicode: characters beyond ASCII that become delimiters of URLs,
 * or look like them; and octets that a careless decoder of UTF-8 takes for ASCII. Each
 * octet is raw or percent-encoded. It reads any text, but finds something only if there
 * are octets from 80 up.
 */
%%{
machine findings_unicode;
alphtype unsigned char;

include utf8 "findings/utf8.rl";

x80 = 0x80 | "%80" ;            xA1 = 0xA1 | "%A1"i ;
x81 = 0x81 | "%81" ;            xA4 = 0xA4 | "%A4"i ;
x82 = 0x82 | "%82" ;            xA5 = 0xA5 | "%A5"i ;
x83 = 0x83 | "%83" ;            xA6 = 0xA6 | "%A6"i ;
x84 = 0x84 | "%84" ;            xA7 = 0xA7 | "%A7"i ;
x85 = 0x85 | "%85" ;            xA8 = 0xA8 | "%A8"i ;
x86 = 0x86 | "%86" ;            xA9 = 0xA9 | "%A9"i ;
x87 = 0x87 | "%87" ;            xAA = 0xAA | "%AA"i ;
x88 = 0x88 | "%88" ;            xAB = 0xAB | "%AB"i ;
x89 = 0x89 | "%89" ;            xB0 = 0xB0 | "%B0"i ;
x8B = 0x8B | "%8B"i ;           xB1 = 0xB1 | "%B1"i ;
x8D = 0x8D | "%8D"i ;           xB2 = 0xB2 | "%B2"i ;
x8E = 0x8E | "%8E"i ;           xB4 = 0xB4 | "%B4"i ;
x8F = 0x8F | "%8F"i ;           xB5 = 0xB5 | "%B5"i ;
x92 = 0x92 | "%92" ;            xB6 = 0xB6 | "%B6"i ;
x93 = 0x93 | "%93" ;            xB8 = 0xB8 | "%B8"i ;
x94 = 0x94 | "%94" ;            xB9 = 0xB9 | "%B9"i ;
x95 = 0x95 | "%95" ;            xBC = 0xBC | "%BC"i ;
x96 = 0x96 | "%96" ;            xBD = 0xBD | "%BD"i ;
x98 = 0x98 | "%98" ;            xBE = 0xBE | "%BE"i ;
x99 = 0x99 | "%99" ;            xCD = 0xCD | "%CD"i ;
x9A = 0x9A | "%9A"i ;           xE2 = 0xE2 | "%E2"i ;
x9B = 0x9B | "%9B"i ;           xE3 = 0xE3 | "%E3"i ;
x9E = 0x9E | "%9E"i ;           xEA = 0xEA | "%EA"i ;
x9F = 0x9F | "%9F"i ;           xEF = 0xEF | "%EF"i ;
xA0 = 0xA0 | "%A0"i ;           xF0 = 0xF0 | "%F0"i ;

# The characters whose compatibility normalization, NFKC (UAX 15), contains one of / \ .
# ; : ? # @ %: all of them in Unicode 14.0 to 16.0. Attacks: HostSplit (CVE-2019-0654),
# and CVE-2019-9636 in Python. tests/cli/verbs/test_findings.py derives this list again.
one_dot         = xE2 x80 xA4                   # U+2024 ONE DOT LEADER
                | xE2 x80 ( xA5 | xA6 )         # U+2025, U+2026: .. and ...
                | xEF xB8 ( x99 | xB0 )         # U+FE19, U+FE30: their vertical forms
                | xEF xB9 x92                   # U+FE52 SMALL FULL STOP
                | xEF xBC x8E                   # U+FF0E FULLWIDTH FULL STOP
                | xE2 x92 ( 0x88..0x9B | "%8" [89A-Fa-f] | "%9" ( digit | [ABab] ) )
                                                # U+2488 to U+249B: 1. to 20.
                | xF0 x9F x84 x80               # U+1F100: 0.
                | xE3 x8F ( x82 | x87 | x98 ) ; # U+33C2, U+33C7, U+33D8: a.m. Co. p.m.
one_slash       = xE2 x84 ( x80 | x81 | x85 | x86 )
                                                # U+2100, 2101, 2105, 2106: a/c a/s c/o c/u
                | xEF xBC x8F ;                 # U+FF0F FULLWIDTH SOLIDUS
one_backslash   = xEF xB9 xA8                   # U+FE68 SMALL REVERSE SOLIDUS
                | xEF xBC xBC ;                 # U+FF3C FULLWIDTH REVERSE SOLIDUS
one_semicolon   = xCD xBE                       # U+037E GREEK QUESTION MARK
                | xEF xB8 x94                   # U+FE14, vertical
                | xEF xB9 x94                   # U+FE54 SMALL SEMICOLON
                | xEF xBC x9B ;                 # U+FF1B FULLWIDTH SEMICOLON
one_colon       = xE2 xA9 xB4                   # U+2A74 DOUBLE COLON EQUAL: ::=
                | xEF xB8 x93                   # U+FE13, vertical
                | xEF xB9 x95                   # U+FE55 SMALL COLON
                | xEF xBC x9A ;                 # U+FF1A FULLWIDTH COLON
one_question    = xE2 x81 ( x87 | x88 | x89 )   # U+2047 to U+2049: ?? ?! !?
                | xEF xB8 x96                   # U+FE16, vertical
                | xEF xB9 x96                   # U+FE56 SMALL QUESTION MARK
                | xEF xBC x9F ;                 # U+FF1F FULLWIDTH QUESTION MARK
one_other       = xEF xB9 ( x9F | xAA | xAB )   # U+FE5F, FE6A, FE6B: small # % @
                | xEF xBC ( x83 | x85 | xA0 ) ; # U+FF03, FF05, FF20: fullwidth # % @

# Characters that no normalization changes, but that look like / \ : (UTS 39,
# confusables.txt). Only symbols are listed: letters and punctuation of some scripts
# also occur in harmless names.
like_slash      = xE2 x81 x84                   # U+2044 FRACTION SLASH
                | xE2 x88 x95                   # U+2215 DIVISION SLASH
                | xE2 x95 xB1                   # U+2571 BOX DRAWINGS LIGHT DIAGONAL ...
                | xE2 x9F x8B                   # U+27CB MATHEMATICAL RISING DIAGONAL
                | xE2 xA7 xB8 ;                 # U+29F8 BIG SOLIDUS
like_backslash  = xE2 x88 x96                   # U+2216 SET MINUS
                | xE2 x95 xB2                   # U+2572 BOX DRAWINGS LIGHT DIAGONAL ...
                | xE2 x9F x8D                   # U+27CD MATHEMATICAL FALLING DIAGONAL
                | xE2 xA7 ( xB5 | xB9 ) ;       # U+29F5, U+29F9: REVERSE SOLIDUS ...
like_colon      = xE2 x88 xB6                   # U+2236 RATIO
                | xEA x9E x89 ;                 # U+A789 MODIFIER LETTER COLON

compatibility   = one_dot | one_slash | one_backslash | one_semicolon | one_colon
                | one_question | one_other ;
look_alike      = like_slash | like_backslash | like_colon ;
# RFC 3490 3.1 (and UTS 46): in a host these are also dots. Elsewhere U+3002 ends a
# Chinese or Japanese sentence.
idna_dot        = xE3 x80 x82                   # U+3002 IDEOGRAPHIC FULL STOP
                | xEF xBD xA1 ;                 # U+FF61, its halfwidth form

# Overlong forms, which RFC 3629 3 forbids: a character in more octets than it needs, up
# to the six that RFC 2279 allowed: C0 AF, E0 80 AF, ... for "/".
x80_87          = 0x80..0x87 | "%8" [0-7] ;
x80_83          = 0x80..0x83 | "%8" [0-3] ;
c0_c1           = 0xC0..0xC1 | "%C"i [01] ;
f8              = 0xF8 | "%F8"i ;
fc              = 0xFC | "%FC"i ;
longer          = c0_c1 UTF8_tail
                | e0 x80_9f UTF8_tail
                | f0 x80_8f UTF8_tail{2}
                | f8 x80_87 UTF8_tail{3}
                | fc x80_83 UTF8_tail{4} ;
character       = UTF8_2 | UTF8_3 | UTF8_4 ;

# A run of octets from 80 up contains an overlong form only if everything else in it is
# UTF-8: such pairs of octets also occur in GBK, Latin-1 and the like.
run             = ( character | longer )* longer ( character | longer )* ;
before_run      = ( any* 0x00..0x7F ) - ( any* "%" [89A-Fa-f] xdigit ) | "" ;
after_run      = ( 0x00..0x7F - "%" ) @overlong any*
                | "%" ( any - [89A-Fa-f] ) @overlong any*
                | "%" [89A-Fa-f] ( any - xdigit ) @overlong any* ;
overlong        = before_run run ( after_run | ( "" | "%" [89A-Fa-f]? ) %overlong ) ;

main := ( any* ( compatibility @compatibility
             | look_alike @look_alike
             | idna_dot @idna_dot ) any*
      | overlong
      | any* ) $~run ;
}%%
