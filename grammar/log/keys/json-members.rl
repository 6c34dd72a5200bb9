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
seconds         = digit+ & epoch ;
digits          = digit+ - three - seconds ;
decimal         = ( digit+ frac ) - epoch ;
since_1970      = ( digit+ frac ) & epoch ;
any_time        = clf_time | zoned_time ;
special         = "" | "-" | digit+ | double | any_time ;

string          = '"' @string_begins
                ( ( "" | "-" )                         %none_end
                | three                                %status_end
                | ( seconds - three )                  %seconds_end
                | digits                               %digits_end
                | since_1970                           %epoch_end
                | decimal                              %decimal_end
                | with_exp                             %decimal_end
                | any_time                             %moment_end
                | ( ( marked & has_port ) - special )  %port_end
                | ( marked - has_port - special )      %text_end ) '"' ;

atom_byte       = alnum | [+\-.] ;
number          = three >number_begins                 %status_end
                | ( seconds - three ) >number_begins   %seconds_end
                | digits >number_begins                %digits_end
                | since_1970 >number_begins            %epoch_end
                | decimal >number_begins               %decimal_end
                | with_exp >number_begins              %decimal_end ;
atom            = number | ( ( atom_byte+ ) - digit+ - double ) %none_end ;

# A key is a string before a colon.
colon_sign      = ":" @key ;
piece           = string | colon_sign | "," @comma | "{" @object_begins | "[" @array_begins
                | [}\]] @ends | [ \t] ;

main := ( piece | atom ( piece - string ) )* $~run $*likely ;
}%%
