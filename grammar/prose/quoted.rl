/* SPDX-License-Identifier: MIT
 *
 * The machine quoted: a URL directly after an opening quotation mark or bracket extends
 * to the mark's partner, with everything in between. The machine reads from the first
 * byte of the scheme. It stops at the partner, or where it is certain that none
 * follows: at white space and controls of any script, and at a written-out escape. Only
 * at the partner is it judged whether a person would take the text for a URL.
 */
%%{
machine quoted;
alphtype unsigned char;
include marks "prose/marks.rl";
include hosts "prose/hosts.rl";

mark            = "`" @backtick | ">" @greater
                | open_bracket @open
                | ( close_bracket & ascii ) @close | ( close_bracket - ascii ) @close_wide
                | left_single       @left_single       | right_single       @right_single
                | low_single        @low_single        | low_double         @low_double
                | left_double       @left_double       | right_double       @right_double
                | left_guillemet    @left_guillemet    | right_guillemet    @right_guillemet
                | left_angle        @left_angle        | right_angle        @right_angle ;
quote           = '"' @quotation | "'" @apostrophe ;
escaped         = '"' @escaped_quotation | "'" @escaped_apostrophe
                | ( [nrt\\] | "x" xdigit{2} | "u" xdigit{4} ) @stop ;
ordinary        = any - cntrl - " " - [`>()"'\\{}] - "[" - "]" ;

# In the middle of a mark, what was decided before the mark remains. No URL ends in "\", but
# an escaped mark begins with it.
url             = with_host ( [/?#] any* )? | without_host any* | not_yet_known ;
is_url          = ( url - any* "\\" - any* begun_mark ) %~plausible
                | ( any* - url - any* "\\" - any* begun_mark ) %~not_yet
                | any* "\\" %~backslash
                | any* ;

main := ( ( ordinary | mark | quote | "\\" ( ordinary | [`>()[{}] | "]" | escaped ) )*
          - any* wide_space any* ) $~run $*likely & is_url ;
}%%
