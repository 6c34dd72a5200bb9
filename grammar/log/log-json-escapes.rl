/* SPDX-License-Identifier: MIT
 *
 * The machine log-json-escapes: the escapes of JSON strings (RFC 8259, section 7), in any
 * text. All other bytes, a "\" that begins no escape among them, stand for themselves.
 */
%%{
machine log_json_escapes;
alphtype unsigned char;

not_backslash   = any - "\\" ;

# Four digits are a character, or with a second escape the two halves of one (surrogates).
# An unpaired surrogate has no meaning.
digit_16        = xdigit @hex ;
high            = [Dd] @hex [89ABab] @hex digit_16{2} ;
low             = [Dd] @hex [C-Fc-f] @hex digit_16{2} ;
other           = ( xdigit - [Dd] ) @hex digit_16{3} | [Dd] @hex [0-7] @hex digit_16{2} ;

escape          = "\\" @backslash
                ( '"'  @quotation
                | "\\" @reverse_solidus
                | "/"  @solidus
                | "b"  @backspace
                | "f"  @form_feed
                | "n"  @line_feed
                | "r"  @carriage_return
                | "t"  @tab
                | "u" ( other @code | high "\\u" low @pair ) ) ;

main := ( not_backslash | escape )* ;
}%%
