/* SPDX-License-Identifier: MIT
 *
 * The machine log-number: a number in a log, in decimal digits, with an entry for each
 * kind.
 */
%%{
machine log_number;
alphtype unsigned char;
include log_doubles "log/log-doubles.rl";

# A double that is an integer: after the digits of the fraction that the exponent moves before
# the point, there are only zeros. An integer of up to 19 digits has such a form with one
# digit before the point.
plus            = e "+"? "0"* ;
whole           = digit+ ( "." "0"+ )? ( e [+\-]? "0"+ )?
                | digit+ ( ( "." digit      "0"* )? plus "1"
                         | ( "." digit{1,2}  "0"* )? plus "2"
                         | ( "." digit{1,3}  "0"* )? plus "3"
                         | ( "." digit{1,4}  "0"* )? plus "4"
                         | ( "." digit{1,5}  "0"* )? plus "5"
                         | ( "." digit{1,6}  "0"* )? plus "6"
                         | ( "." digit{1,7}  "0"* )? plus "7"
                         | ( "." digit{1,8}  "0"* )? plus "8"
                         | ( "." digit{1,9}  "0"* )? plus "9"
                         | ( "." digit{1,10} "0"* )? plus "10"
                         | ( "." digit{1,11} "0"* )? plus "11"
                         | ( "." digit{1,12} "0"* )? plus "12"
                         | ( "." digit{1,13} "0"* )? plus "13"
                         | ( "." digit{1,14} "0"* )? plus "14"
                         | ( "." digit{1,15} "0"* )? plus "15"
                         | ( "." digit{1,16} "0"* )? plus "16"
                         | ( "." digit{1,17} "0"* )? plus "17"
                         | ( "." digit{1,18} "0"* )? plus "18" ) ;

# The same, of three digits: a status code.
three           = whole & [1-9] any*
                & ( digit{3} ( "." "0"+ )? ( e [+\-]? "0"+ )?
                  | digit{2} frac? plus "1"
                  | digit    frac? plus "2" ) ;

digits          = digit+ $digit ;
decimals        = digits ( "." digit+ $fraction )? ;
number          = decimals ( e ( "+" | "-" @negative )? digit+ $exponent )? ;

integer         := digits ;
decimal         := decimals ;
duration        := ( digit+ frac? exp? ) & number ;
whole_number    := whole & number ;
status          := three & number ;
}%%
