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
getkey KEY;
include marks "prose/marks.rl";
include hosts "prose/hosts.rl";

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }

# A mark that may be the partner, and its length in bytes. After a "\" it is not, unless
# the opening mark was also escaped.
action quotation        { PARTNER(QUOTATION, 1) }
action apostrophe       { PARTNER(APOSTROPHE, 1) }
action escaped_quotation { ESCAPED_PARTNER(ESCAPED_QUOTATION) }
action escaped_apostrophe { ESCAPED_PARTNER(ESCAPED_APOSTROPHE) }
action backtick         { PARTNER(BACKTICK, 1) }
action greater          { PARTNER(GREATER, 1) }
action right_single     { PARTNER(RIGHT_SINGLE, 3) }
action left_single      { PARTNER(LEFT_SINGLE, 3) PASS(RIGHT_SINGLE) }
action right_double     { PARTNER(RIGHT_DOUBLE, 3) }
action left_double      { PARTNER(LEFT_DOUBLE, 3) PASS(RIGHT_DOUBLE) }
action right_guillemet  { PARTNER(RIGHT_GUILLEMET, 2) }
action left_guillemet   { PARTNER(LEFT_GUILLEMET, 2) PASS(RIGHT_GUILLEMET) }
action right_angle      { PARTNER(RIGHT_ANGLE, 3) }
action left_angle       { PARTNER(LEFT_ANGLE, 3) PASS(RIGHT_ANGLE) }
action stop             { STOP }

# Quotation marks do not nest, but a limited number of them is passed over.
action low_single       { PASS(RIGHT_SINGLE) }
action low_double       { PASS(RIGHT_DOUBLE) }

# Whether a person would take the text before the mark for a URL.
action not_yet          { PLAUSIBLE(0) }
action plausible        { PLAUSIBLE(1) }
action backslash        { BACKSLASH }

# The partner of a bracket is the closing bracket that closes none within the URL.
action open             { OPEN }
action close            { CLOSE(1) }
action close_wide       { CLOSE(3) }

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

# In the middle of a mark, the judgement from before the mark remains. No URL ends in
# "\", but an escaped mark begins with it.
url             = with_host ( [/?#] any* )? | without_host any* | not_yet_known ;
is_url          = ( url - any* "\\" - any* begun_mark ) %~plausible
                | ( any* - url - any* "\\" - any* begun_mark ) %~not_yet
                | any* "\\" %~backslash
                | any* ;

main := ( ( ordinary | mark | quote | "\\" ( ordinary | [`>()[{}] | "]" | escaped ) )*
          - any* wide_space any* ) $~run $*likely & is_url ;

write data noerror nofinal noentry;
}%%
MACHINE(quoted)
{
    MACHINE_BEGIN(quoted)
    %% write exec;
    MACHINE_END
}
