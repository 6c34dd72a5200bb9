/* SPDX-License-Identifier: MIT
 *
 * The machine json-members: the keys and the values of a JSON object (RFC 8259), at any
 * depth. It reads a line that the machine json has accepted, so it need not check the order
 * of keys, values and punctuation.
 */
%%{
machine json_members;
alphtype unsigned char;
include log_tokens "log/log-tokens.rl";
include log_doubles "log/log-doubles.rl";

byte            = any - 0x00..0x1f ;
escaped         = "\\" @escape byte ;
quoted          = ( byte - ["\\] | escaped )* ;
marked          = quoted & ( any - ":" | ":" @colon )* ;

# The forms of a value, one event for each.
three           = digit{3} ;
decimal         = digit+ frac ;
any_time        = clf_time | zoned_time ;
special         = "" | "-" | digit+ | double | any_time ;

string          = '"' @string_begins
                ( ( "" | "-" )                         %none_end
                | three                                %status_end
                | ( digit+ - three )                   %digits_end
                | decimal                              %decimal_end
                | with_exp                             %exponent_end
                | any_time                             %moment_end
                | ( ( marked & has_port ) - special )  %port_end
                | ( marked - has_port - special )      %text_end ) '"' ;

atom_byte       = alnum | [+\-.] ;
number          = three >number_begins                 %status_end
                | ( digit+ - three ) >number_begins    %digits_end
                | decimal >number_begins               %decimal_end
                | with_exp >number_begins              %exponent_end ;
atom            = number | ( ( atom_byte+ ) - digit+ - double ) %none_end ;

# A key is a string before a colon.
colon_sign      = ":" @key ;
piece           = string | colon_sign | "," @comma | "{" @object_begins | "[" @array_begins
                | [}\]] @ends | [ \t] ;

main := ( piece | atom ( piece - string ) )* $~run $*likely ;
}%%
