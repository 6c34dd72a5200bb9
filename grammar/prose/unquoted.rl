/* SPDX-License-Identifier: MIT
 *
 * The machine unquoted: how far a URL in prose may extend if no quotation mark or
 * bracket around it determines its end (quoted.rl). It reads from the first
 * byte of the scheme. Where it stops, the URL has ended; in a final state a URL may
 * end. It does not depend on the grammar: src/scan/read.c takes the longest prefix that
 * both this machine and the grammar accept.
 *
 * The rules are those that people know from mail programs and code hosting sites.
 */
%%{
machine unquoted;
alphtype unsigned char;
include marks "prose/marks.rl";

# No URL continues after these: controls, white space, quotation marks, the angle
# brackets and the bar that delimit URLs, a written-out escape, and the marks that end a
# sentence or a clause in Chinese and Japanese: U+3001, U+3002, U+FF01, U+FF0C, U+FF1A,
# U+FF1B, U+FF1F, U+FF5C, U+FF61, U+FF64.
hard_stop       = cntrl | " " | "|" | '"' | "<" | ">" | "`" ;
clause_end      = 0xE3 0x80 ( 0x81 | 0x82 )
                | 0xEF 0xBC ( 0x81 | 0x8C | 0x9A | 0x9B | 0x9F )
                | 0xEF 0xBD ( 0x9C | 0xA1 | 0xA4 ) ;

# HTML's character references for quotation marks, angle brackets and the no-break
# space. "&amp;" is not among them: it occurs within URLs.
reference       = "&" ( "quot" | "apos" | "lt" | "gt" | "nbsp"
                      | "#" "0"{,4} ( "34" | "39" | "60" | "62" | "160" )
                      | "#" [Xx] "0"{,4} ( "22" | "27" | "3" [CcEe] | [Aa] "0" ) ) ";" ;

# What may be the beginning of a character reference or an escape. If it turns out to be
# neither, the URL may end in it (@late).
begun           = "\\x" xdigit? | "\\u" xdigit{,3}
                | "&" ( "q" ( "u" "o"? )? | "quot"
                      | "a" ( "p" "o"? )? | "apos"
                      | "l" "t"? | "g" "t"? | "n" ( "b" "s"? )? | "nbsp"
                      | "#" "0"{,4} ( "3" [49]? | "6" [02]? | "1" "6"? | "160" )?
                      | "#" [Xx] "0"{,4} ( "2" [27]? | "3" [CcEe]? | [Aa] "0"? )? )? ;

# No URL ends in these: they belong to the sentence or to the markup. Nor does it end in
# an opening bracket or quotation mark, in "'s", or in an invisible character. A closing
# bracket whose opening one is not in the URL belongs to the text around it. The
# invisible characters are U+061C, U+200B to U+200F, U+202A to U+202E, U+2060, U+2066 to
# U+2069, U+FEFF. U+2026 is "...".
never_last      = [?!.,:;*\\] ;
opening         = left_single | low_single | left_double | low_double
                | left_guillemet | left_angle | open_bracket ;
invisible       = 0xD8 0x9C
                | 0xE2 0x80 ( 0x8B..0x8F | 0xAA..0xAE )
                | 0xE2 0x81 ( 0xA0 | 0xA6..0xA9 )
                | 0xEF 0xBB 0xBF ;
ellipsis        = 0xE2 0x80 0xA6 ;

# The bytes of a URL, with the events of its marks. Otherwise these marks are ordinary
# bytes.
mark            = open_bracket @open | close_bracket @close
                | "'"             @apostrophe
                | left_single     @left_single     | right_single    @right_single
                | left_double     @left_double     | right_double    @right_double
                | left_guillemet  @left_guillemet  | right_guillemet @right_guillemet
                | left_angle      @left_angle      | right_angle     @right_angle ;
bytes           = ( any - hard_stop - [()'] - "[" - "]" - "{" - "}" | mark )* ;

# What a URL may end in, judged by its last bytes. An apostrophe may be the last byte if
# it closes a pair; U+2019 is also an apostrophe. A URL does not end within a UTF-8
# sequence that may become a stop or a mark.
not_quote       = any - "'" ;
pairs           = ( not_quote* "'" not_quote* "'" )+ ;
cut             = begun_mark | 0xD8 | 0xE2 0x81 | 0xEF 0xBB ;
may_end         = ( any* ( any - never_last - [_~'] ) | pairs )
                - any* ( invisible | ellipsis | opening
                       | right_single "s"i? | "'s"i | cut ) ;

# The order of the actions matters: what becomes certain only now comes before what
# stops the machine, and the run before actions that use the place that it moves.
main := ( any* begun %!late
        | ( any* begun any - any* ( begun - "&" | reference | escape ) ) @late any*
        | any* )
      & ( bytes - any* ( wide_space | clause_end | ( reference | escape ) any ) any* )
        $~run $*likely
      & ( ( may_end - any* ( begun | reference | escape ) ) %~accept
        | ( any* "_" ) %~accept_low_line
        | ( any* "~" ) %~accept_tilde
        | any* ) ;
}%%
