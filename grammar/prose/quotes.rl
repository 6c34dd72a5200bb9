/* SPDX-License-Identifier: MIT
 *
 * The machine quotes: the mark directly before a URL that has a partner, at which the
 * URL ends (grammar/prose/quoted.rl). Each line has an opening mark.
 * The last two lines are marks that do not end a URL if the same mark stands before it.
 * If two marks end there, the later line counts.
 */
%%{
machine quotes;
alphtype unsigned char;
include marks "prose/marks.rl";

main := any* (
      '"'               %quotation
    | "'"               %apostrophe
    | '\\"'             %escaped_quotation
    | "\\'"             %escaped_apostrophe
    | "`"               %backtick
    | "<"               %less
    | left_single       %left_single              # ‘…’
    | low_single        %low_single               # ‚…‘
    | left_double       %left_double              # “…”
    | right_double      %right_double             # ”…”
    | low_double        %low_double               # „…“
    | left_guillemet    %left_guillemet           # «…»
    | right_guillemet   %right_guillemet          # »…«
    | left_angle        %left_angle               # ‹…›
    | right_angle       %right_angle              # ›…‹
    | open_bracket      %open
    | "_"               %low_line
    | "~"               %tilde
    ) ;
}%%
