/* SPDX-License-Identifier: MIT
 *
 * A character of a JSON string, and what an escape stands for. A library: no main; it needs
 * the events of escapes from the host. Read it from the bottom up (see common.rl).
 */
%%{
machine json_char;

# 7     unescaped = %x20-21 / %x23-5B / %x5D-10FFFF
#
# Departure: any byte from 80 up, whether UTF-8 or not, is accepted as it is.
unescaped       = any - 0x00..0x1f - '"' - "\\" ;

# 7     To escape an extended character that is not in the Basic Multilingual
#       Plane, the character is represented as a 12-character sequence, encoding
#       the UTF-16 surrogate pair.
# 8.2   An unpaired surrogate has no meaning; it is not accepted.
HEXDIG          = xdigit @hex ;
high            = [Dd] @hex [89ABab] @hex HEXDIG{2} ;
low             = [Dd] @hex [C-Fc-f] @hex HEXDIG{2} ;
other           = ( xdigit - [Dd] ) @hex HEXDIG{3}
                | [Dd] @hex [0-7] @hex HEXDIG{2} ;

# 7     char = unescaped /
#           escape (
#               %x22 /          ; "    quotation mark  U+0022
#               %x5C /          ; \    reverse solidus U+005C
#               %x2F /          ; /    solidus         U+002F
#               %x62 /          ; b    backspace       U+0008
#               %x66 /          ; f    form feed       U+000C
#               %x6E /          ; n    line feed       U+000A
#               %x72 /          ; r    carriage return U+000D
#               %x74 /          ; t    tab             U+0009
#               %x75 4HEXDIG )  ; uXXXX                U+XXXX
escaped         = "\\" @escape
                ( '"'  @quotation
                | "\\" @reverse_solidus
                | "/"  @solidus
                | "b"  @backspace
                | "f"  @form_feed
                | "n"  @line_feed
                | "r"  @carriage_return
                | "t"  @tab
                | "u" ( ( other - "0022" ) @code | "0022" @quotation
                      | high "\\u" low @pair ) ) ;
char            = unescaped | escaped ;
}%%
