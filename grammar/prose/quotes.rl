/* SPDX-License-Identifier: MIT
 *
 * The machine quotes: the mark directly before a URL that has a partner, at which the
 * URL ends (grammar/prose/quoted.rl). Each line has an opening mark, except for the last
 * two: a URL does not end in "_" or "~" if the same mark is directly before it. If two
 * lines match, the later one counts.
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
