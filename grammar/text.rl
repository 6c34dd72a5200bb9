/* SPDX-License-Identifier: MIT
 *
 * The machine text: how far a URL that stands in prose may reach. It reads
 * from the first byte of the scheme. Where it stops, the URL has ended; in a
 * final state a URL may end. It knows no grammar: src/scan.c takes what this
 * machine and the grammar of the scan both accept.
 *
 * The rules are what people are used to from mail programs and forges.
 */
%%{
machine text;
alphtype unsigned char;
getkey KEY;

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action accept           { ACCEPT }

# Brackets are counted, because a regular language cannot.
action open_round       { OPEN(0) }
action open_square      { OPEN(1) }
action open_curly       { OPEN(2) }
action close_round      { CLOSE(0) }
action close_square     { CLOSE(1) }
action close_curly      { CLOSE(2) }

# A quote that closes the one just before the URL (grammar/quotes.rl).
action apostrophe       { UNQUOTE(APOSTROPHE) }
action right_single     { UNQUOTE(RIGHT_SINGLE) }
action left_single      { UNQUOTE(LEFT_SINGLE) }
action right_double     { UNQUOTE(RIGHT_DOUBLE) }
action left_double      { UNQUOTE(LEFT_DOUBLE) }
action right_guillemet  { UNQUOTE(RIGHT_GUILLEMET) }
action left_guillemet   { UNQUOTE(LEFT_GUILLEMET) }
action right_angle      { UNQUOTE(RIGHT_ANGLE) }
action left_angle       { UNQUOTE(LEFT_ANGLE) }
action cjk_angle        { UNQUOTE(CJK_ANGLE) }
action cjk_double_angle { UNQUOTE(CJK_DOUBLE_ANGLE) }
action cjk_corner       { UNQUOTE(CJK_CORNER) }
action cjk_white_corner { UNQUOTE(CJK_WHITE_CORNER) }
action cjk_lenticular   { UNQUOTE(CJK_LENTICULAR) }
action fullwidth_round  { UNQUOTE(FULLWIDTH_ROUND) }
action fullwidth_square { UNQUOTE(FULLWIDTH_SQUARE) }

# No URL goes on behind these: controls, space, quotes, the angle brackets and
# the bar that set URLs off, and in UTF-8 U+0080 to U+009F and U+FF5C.
hard_stop       = cntrl | " " | "|" | '"' | "<" | ">" | "`" ;
c1_control      = 0xC2 0x80..0x9F ;
fullwidth_bar   = 0xEF 0xBD 0x9C ;

# No URL ends in these: they belong to the sentence, or to the markup.
never_last      = [?!.,:;*_~] ;

# Nor in an opening bracket. A closing one whose opener is not in the URL
# belongs to the text around it.
opening         = "(" @open_round  | "[" @open_square  | "{" @open_curly ;
closing         = ")" @close_round | "]" @close_square | "}" @close_curly ;

# An apostrophe may be the last byte if it closes a pair. One just before the
# URL makes the next one stop it.
quote           = "'" @apostrophe ;
brackets        = [()] | "[" | "]" | "{" | "}" ;
ordinary        = any - hard_stop - never_last - brackets - "'" ;

# The marks that close what quotes.rl opens are ordinary bytes everywhere else.
mark            = 0xE2 0x80 0x99 @right_single    | 0xE2 0x80 0x98 @left_single
                | 0xE2 0x80 0x9D @right_double    | 0xE2 0x80 0x9C @left_double
                | 0xC2 0xBB      @right_guillemet | 0xC2 0xAB      @left_guillemet
                | 0xE2 0x80 0xBA @right_angle     | 0xE2 0x80 0xB9 @left_angle
                | 0xE3 0x80 0x89 @cjk_angle       | 0xE3 0x80 0x8B @cjk_double_angle
                | 0xE3 0x80 0x8D @cjk_corner      | 0xE3 0x80 0x8F @cjk_white_corner
                | 0xE3 0x80 0x91 @cjk_lenticular
                | 0xEF 0xBC 0x89 @fullwidth_round | 0xEF 0xBC 0xBD @fullwidth_square ;

bytes           = ( ordinary | never_last | opening | closing | quote | mark )* ;

# What a URL may end in, by its last bytes alone. A UTF-8 sequence that may
# turn out to be a stop or a mark is not cut in two.
not_quote       = any - "'" ;
pairs           = ( not_quote* "'" not_quote* "'" )+ ;
may_end         = ( any* ( ordinary | ")" | "]" | "}" ) | pairs )
                - any* ( 0xC2 | 0xE2 | 0xE2 0x80 | 0xE3 | 0xE3 0x80
                       | 0xEF | 0xEF 0xBC | 0xEF 0xBD ) ;

main := ( ( bytes & may_end ) - any* ( c1_control | fullwidth_bar ) any* )
        $~run $*likely %~accept;

write data noerror nofinal noentry;
}%%
MACHINE(text)
{
    MACHINE_BEGIN(text)
    %% write exec;
    MACHINE_END
}
