/* SPDX-License-Identifier: MIT
 *
 * The machine quotes: the mark directly before a URL that has a partner, at which the
 * URL ends (grammar/prose/quoted.rl). Each line has an opening mark and its partners.
 * The last two lines are marks that do not end a URL if the same mark stands before it.
 * If two marks end there, the later line counts.
 */
%%{
machine quotes;
alphtype unsigned char;
include marks "prose/marks.rl";

main := any* (
      '"'               %{ QUOTE(QUOTATION) }
    | "'"               %{ QUOTE(APOSTROPHE) }
    | '\\"'             %{ QUOTE(ESCAPED_QUOTATION) }
    | "\\'"             %{ QUOTE(ESCAPED_APOSTROPHE) }
    | "`"               %{ QUOTE(BACKTICK) }
    | "<"               %{ QUOTE(GREATER) }
    | left_single       %{ QUOTE(RIGHT_SINGLE) }                        # ‘…’
    | low_single        %{ QUOTE(RIGHT_SINGLE | LEFT_SINGLE) }          # ‚…‘
    | left_double       %{ QUOTE(RIGHT_DOUBLE) }                        # “…”
    | right_double      %{ QUOTE(RIGHT_DOUBLE) }                        # ”…”
    | low_double        %{ QUOTE(RIGHT_DOUBLE | LEFT_DOUBLE) }          # „…“
    | left_guillemet    %{ QUOTE(RIGHT_GUILLEMET) }                     # «…»
    | right_guillemet   %{ QUOTE(LEFT_GUILLEMET | RIGHT_GUILLEMET) }    # »…«
    | left_angle        %{ QUOTE(RIGHT_ANGLE) }                         # ‹…›
    | right_angle       %{ QUOTE(LEFT_ANGLE | RIGHT_ANGLE) }            # ›…‹
    | open_bracket      %{ OPEN }
    | "_"               %{ QUOTE(LOW_LINE) }
    | "~"               %{ QUOTE(TILDE) }
    ) ;

write data noerror nofinal noentry;
}%%
MACHINE(quotes)
{
    MACHINE_BEGIN(quotes)
    %% write exec;
    MACHINE_END
}
