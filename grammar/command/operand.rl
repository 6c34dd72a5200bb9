/* SPDX-License-Identifier: MIT
 *
 * The machine operand: the numbers and times with which conditions compare values.
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

# time          = the beginning of a date-time of RFC 3339, section 5.6, without a zone
time           := digit{4}
                  ( "-" digit{2}
                  ( "-" digit{2}
                  ( "T" digit{2}
                  ( ":" digit{2}
                  ( ":" digit{2}
                  ( "." digit+ )? )? )? )? )? )? %complete ;
}%%
