/* SPDX-License-Identifier: MIT
 *
 * The machine json-colon: finds in JSON the ":" and "//" of URLs, escaped or
 * not (RFC 8259, section 7). It reads a whole text, inside strings and outside,
 * and stops after each "//", and after a ":" alone if COLON says so.
 *
 * No quotation marks are matched: a log is no JSON text as a whole, lines may
 * be cut, and outside of strings no ":" has a scheme before it and "//" after.
 */
%%{
machine json_colon;
alphtype unsigned char;

action run              { RUN(ftargs) }
action accept           { ACCEPT }
action colon            { COLON(1, ftargs) }    # so many bytes spell it
action escaped_colon    { COLON(6, ftargs) }
action slashes          { SLASHES(ftargs) }     # "//" just after a ":"
action letter           { LETTER }              # a byte of a scheme, in 6 bytes
action control          { CONTROL }             # with which a sequence begins, in 6
action escaped          { ESCAPED }             # any other character

colon           = ":" | "\\u003" [Aa] ;
solidus         = "/" | "\\/" | "\\u002" [Ff] ;

# RFC 3986, 3.1: ALPHA / DIGIT / "+" / "-" / "."
letter          = "\\u00" ( "2" [BDEbde] | "3" digit | [46] [1-9A-Fa-f]
                          | [57] [0-9Aa] ) ;

# ESC and CSI (control-sequence.rl)
control         = "\\u00" [19] [Bb] ;

# A "\" that begins no character of JSON is passed by with the byte after it,
# unless that is a "u", which is then text like any other.
escaped         = "\\" ( any - "u" )
                | "\\u" xdigit{4} - letter - colon - control ;
broken          = "\\u" xdigit{0,3} ;

# Every text is one: whether digits belong to the "\u" before them is certain.
after_broken   = any - xdigit - "\\" - ":"
                | ":" @colon
                | "\\u003" [Aa] @escaped_colon
                | letter @letter
                | control @control
                | escaped @escaped ;
text            = ( xdigit | broken* after_broken )* ;

main := ( text broken* colon solidus solidus @slashes ) $~run %~accept ;

write data noerror nofinal noentry;
}%%
MACHINE(json_colon)
{
    MACHINE_BEGIN(json_colon)
    %% write exec;
    MACHINE_END
}
