/* SPDX-License-Identifier: MIT
 *
 * The machine haproxy-format: the string of a log-format of HAProxy (Configuration Manual,
 * 8.2.6, "Custom log format").
 */
%%{
machine haproxy_format;
alphtype unsigned char;
include config_text "log/config/config-text.rl";

# "{+Q,+E}": Q is for quotation marks around the value, E for "\" before some bytes, X for
# hexadecimal numbers. B and J, which encode the whole line, are not accepted.
flag            = "+" @flag_on ( "Q" @flag_quote | "E" @flag_escape | "X" @flag_hexadecimal )
                | "-" @flag_off ( "Q" @flag_quote | "E" @flag_escape | "X" @flag_hexadecimal ) ;
flags           = "{" ( flag ( "," flag )* )? "}" ;

# A sample expression in brackets. Its arguments may contain brackets in parentheses or
# quotation marks.
quoted          = '"' ( any - '"' )* '"' | "'" ( any - "'" )* "'" ;
inner           = "(" ( any - [()"'] | quoted )* ")" ;
arguments       = "(" ( any - [()"'] | quoted | inner )* ")" ;
expression      = "[" @name_begin
                  ( ( any - [\[\]()"'] | quoted | arguments )+ >parameter_begin
                    "]" @parameter_end | "]" ) @expression ;

# "(name)" gives the item a name in other encodings.
item_name       = "(" ( any - ")" )* ")" ;
# A name extends as far as possible: a byte of a name has priority over a byte of the text
# after it. "%{+Q}o" is not a variable: its flags apply to all items after it.
name            = ( ( alpha+ - "o" ) $( longest, 1 ) | any_text ) >name_begin %variable_end
                | "o" $( longest, 1 ) %flags_for_all ;
item            = "%" @variable_begin item_name? flags? ( name | expression ) ;
text            = ( any - [ %\\] ) @literal $( longest, 0 ) | " " @space $( longest, 0 ) ;
escape          = config_escape - "\\ " | "\\ " @space ;

main := ( text | "%%" @literal | escape | item )* $!bad ;
}%%
