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

action run              { RUN(ftargs) }
action accept           { ACCEPT }

# Brackets are counted, because a regular language cannot.
action open_round       { OPEN(0) }
action open_square      { OPEN(1) }
action open_curly       { OPEN(2) }
action close_round      { CLOSE(0) }
action close_square     { CLOSE(1) }
action close_curly      { CLOSE(2) }
action apostrophe       { APOSTROPHE }

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

bytes           = ( ordinary | never_last | opening | closing | quote )* ;

# What a URL may end in, by its last bytes alone. A UTF-8 sequence that may
# turn out to be a stop is not cut in two.
not_quote       = any - "'" ;
pairs           = ( not_quote* "'" not_quote* "'" )+ ;
may_end         = ( any* ( ordinary | ")" | "]" | "}" ) | pairs )
                - any* ( 0xC2 | 0xEF | 0xEF 0xBD ) ;

main := ( ( bytes & may_end ) - any* ( c1_control | fullwidth_bar ) any* )
        $~run %~accept;

write data noerror nofinal noentry;
}%%
MACHINE(text)
{
    MACHINE_BEGIN(text)
    %% write exec;
    MACHINE_END
}
