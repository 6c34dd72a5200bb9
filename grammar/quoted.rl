/* SPDX-License-Identifier: MIT
 *
 * The machine quoted: how far a URL reaches that stands directly after an opening
 * quotation mark or bracket: to its partner, with all that is in between. It reads
 * from the first byte of the scheme, and stops where the partner stands or where it
 * is certain that none follows: at white space and controls of any script, and at
 * an escape written out. Whether a person takes it for a URL is judged only then.
 */
%%{
machine quoted;
alphtype unsigned char;
getkey KEY;
include marks "marks.rl";
include hosts "hosts.rl";

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }

# A mark that may be the partner: so many bytes spell it. After "\" it is none, unless the
# opening mark was escaped, too.
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

# Quotation marks do not nest, but each is read over a limited number of times.
action low_single       { PASS(RIGHT_SINGLE) }
action low_double       { PASS(RIGHT_DOUBLE) }

# Whether a person takes what stands before the mark for a URL.
action not_yet          { PLAUSIBLE(0) }
action plausible        { PLAUSIBLE(1) }
action backslash        { BACKSLASH }

# The partner of a bracket is the one that closes no other of its kind in the URL.
action open_round       { OPEN(ROUND) }
action open_square      { OPEN(SQUARE) }
action open_curly       { OPEN(CURLY) }
action open_cjk_angle   { OPEN(CJK_ANGLE) }
action open_cjk_double  { OPEN(CJK_DOUBLE) }
action open_corner      { OPEN(CORNER) }
action open_white_corner { OPEN(WHITE_CORNER) }
action open_lenticular  { OPEN(LENTICULAR) }
action open_tortoise    { OPEN(TORTOISE) }
action open_white_lent  { OPEN(WHITE_LENTICULAR) }
action open_wide_round  { OPEN(WIDE_ROUND) }
action open_wide_square { OPEN(WIDE_SQUARE) }
action open_wide_curly  { OPEN(WIDE_CURLY) }
action open_half_corner { OPEN(HALF_CORNER) }
action close_round      { CLOSE(ROUND, 1) }
action close_square     { CLOSE(SQUARE, 1) }
action close_curly      { CLOSE(CURLY, 1) }
action close_cjk_angle  { CLOSE(CJK_ANGLE, 3) }
action close_cjk_double { CLOSE(CJK_DOUBLE, 3) }
action close_corner     { CLOSE(CORNER, 3) }
action close_white_corner { CLOSE(WHITE_CORNER, 3) }
action close_lenticular { CLOSE(LENTICULAR, 3) }
action close_tortoise   { CLOSE(TORTOISE, 3) }
action close_white_lent { CLOSE(WHITE_LENTICULAR, 3) }
action close_wide_round { CLOSE(WIDE_ROUND, 3) }
action close_wide_square { CLOSE(WIDE_SQUARE, 3) }
action close_wide_curly { CLOSE(WIDE_CURLY, 3) }
action close_half_corner { CLOSE(HALF_CORNER, 3) }

mark            = "`" @backtick | ">" @greater
                | "(" @open_round  | "[" @open_square  | "{" @open_curly
                | ")" @close_round | "]" @close_square | "}" @close_curly
                | left_single       @left_single       | right_single       @right_single
                | low_single        @low_single        | low_double         @low_double
                | left_double       @left_double       | right_double       @right_double
                | left_guillemet    @left_guillemet    | right_guillemet    @right_guillemet
                | left_angle        @left_angle        | right_angle        @right_angle
                | open_cjk_angle    @open_cjk_angle    | close_cjk_angle    @close_cjk_angle
                | open_cjk_double   @open_cjk_double   | close_cjk_double   @close_cjk_double
                | open_corner       @open_corner       | close_corner       @close_corner
                | open_white_corner @open_white_corner | close_white_corner @close_white_corner
                | open_lenticular   @open_lenticular   | close_lenticular   @close_lenticular
                | open_tortoise     @open_tortoise     | close_tortoise     @close_tortoise
                | open_white_lent   @open_white_lent   | close_white_lent   @close_white_lent
                | open_wide_round   @open_wide_round   | close_wide_round   @close_wide_round
                | open_wide_square  @open_wide_square  | close_wide_square  @close_wide_square
                | open_wide_curly   @open_wide_curly   | close_wide_curly   @close_wide_curly
                | open_half_corner  @open_half_corner  | close_half_corner  @close_half_corner ;
quote           = '"' @quotation | "'" @apostrophe ;
escaped         = '"' @escaped_quotation | "'" @escaped_apostrophe
                | ( [nrt\\] | "x" xdigit{2} | "u" xdigit{4} ) @stop ;
ordinary        = any - cntrl - " " - [`>()"'\\{}] - "[" - "]" ;

# In the middle of a mark that holds which held before it. "\" is no last byte, but an
# escaped mark begins with it.
begun           = 0xC2 | 0xE2 | 0xE2 0x80 | 0xE3 | 0xE3 0x80 | 0xEF | 0xEF 0xBC..0xBD ;
url             = with_host ( [/?#] any* )? | without_host any* | not_yet_known ;
is_url          = ( url - any* "\\" - any* begun ) %~plausible
                | ( any* - url - any* "\\" - any* begun ) %~not_yet
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
