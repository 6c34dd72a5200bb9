/* SPDX-License-Identifier: MIT
 *
 * The machine log-json-escapes: the escapes of JSON strings (RFC 8259, section 7), in any
 * text. All other bytes stand for themselves, including a "\" that begins no escape.
 */
%%{
machine log_json_escapes;
alphtype unsigned char;

not_backslash   = any - "\\" ;
not_digit       = any - xdigit - "\\" ;
character       = '"'  @quotation
                | "\\" @reverse_solidus
                | "/"  @solidus
                | "b"  @backspace
                | "f"  @form_feed
                | "n"  @line_feed
                | "r"  @carriage_return
                | "t"  @tab ;
no_escape       = any - ["\\/bfnrtu] ;

# A "\" may interrupt the digits: it begins another escape. Two escapes that are the halves
# of a surrogate pair are one character; half a pair is not an escape.
main := (
    start: ( not_backslash -> start | "\\" @backslash -> escape | zlen -> final ),
    escape: ( character -> start | "u" -> digits | no_escape -> start | zlen -> final ),
    digits: ( ( xdigit - [Dd] ) @hex -> three_left | [Dd] @hex -> after_d
                | not_digit -> start | "\\" @backslash -> escape | zlen -> final ),
    after_d: ( [0-7] @hex -> two_left | [89ABab] @hex -> high_two_left
                | [C-Fc-f] -> low_two_left
                | not_digit -> start | "\\" @backslash -> escape | zlen -> final ),
    three_left: ( xdigit @hex -> two_left
                | not_digit -> start | "\\" @backslash -> escape | zlen -> final ),
    two_left: ( xdigit @hex -> one_left
                | not_digit -> start | "\\" @backslash -> escape | zlen -> final ),
    one_left: ( xdigit @hex @code -> start
                | not_digit -> start | "\\" @backslash -> escape | zlen -> final ),
    low_two_left: ( xdigit -> low_one_left
                | not_digit -> start | "\\" @backslash -> escape | zlen -> final ),
    low_one_left: ( xdigit -> start
                | not_digit -> start | "\\" @backslash -> escape | zlen -> final ),
    high_two_left: ( xdigit @hex -> high_one_left
                | not_digit -> start | "\\" @backslash -> escape | zlen -> final ),
    high_one_left: ( xdigit @hex @high -> after_high
                | not_digit -> start | "\\" @backslash -> escape | zlen -> final ),
    after_high: ( not_backslash -> start | "\\" @backslash -> pair_escape | zlen -> final ),
    pair_escape: ( character -> start | "u" -> pair_digits | no_escape -> start | zlen -> final ),
    pair_digits: ( ( xdigit - [Dd] ) @hex -> three_left | [Dd] @hex -> pair_after_d
                | not_digit -> start | "\\" @backslash -> escape | zlen -> final ),
    pair_after_d: ( [0-7] @hex -> two_left | [89ABab] @hex -> high_two_left
                | [C-Fc-f] @hex -> pair_two_left
                | not_digit -> start | "\\" @backslash -> escape | zlen -> final ),
    pair_two_left: ( xdigit @hex -> pair_one_left
                | not_digit -> start | "\\" @backslash -> escape | zlen -> final ),
    pair_one_left: ( xdigit @hex @pair -> start
                | not_digit -> start | "\\" @backslash -> escape | zlen -> final )
) ;
}%%
