/* SPDX-License-Identifier: MIT
 *
 * The machine operand: the numbers, times and address prefixes with which conditions
 * compare values.
 */
%%{
machine operand;
alphtype unsigned char;

# number        = 1*DIGIT [ "." 1*DIGIT ]
number          = digit+        $whole
                  ( "." digit+  $decimal )? ;

# unit          = "k" / "M" / "G"
unit            = "k" | "M" | "G" ;

# A value of a record is a number without a unit.
plain          := number        %complete ;
amount         := number unit?  $unit %complete ;

# prefix        = address "/" 1*DIGIT; grammar/url/ defines the address
prefix         := ( any - "/" )* "/" @slash digit+ $whole %complete ;

# A number of JSON (RFC 8259, section 6) without a sign or an exponent.
json_number    := ( "0" | [1-9] digit* ) ( "." digit+ )? %complete ;

# time          = the beginning of a date-time of RFC 3339, section 5.6, without a zone
time           := digit{4}
                  ( "-" digit{2}
                  ( "-" digit{2}
                  ( "T" digit{2}
                  ( ":" digit{2}
                  ( ":" digit{2}
                  ( "." digit+ )? )? )? )? )? )? %complete ;
}%%
