/* SPDX-License-Identifier: MIT
 *
 * The machine operand: the texts, numbers, times and address prefixes with which conditions
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

# zoned         = address "%" zone_id; grammar/url/ defines the address (RFC 4007, section 11.2)
#
# In a URL, "%25" stands for the "%" (RFC 6874, section 2); the zone then begins with "25" here.
zone_id         = ( alnum | [\-._~] | "%" xdigit{2} )+ ;
zone_address    = ( xdigit | [:.] )+ ;
zoned          := ( zone_address "%" @zone zone_id
                  | "[" @bracket zone_address "%" @zone zone_id "]" ) %complete ;

# A number of JSON (RFC 8259, section 6) without a sign or an exponent, after zeros.
json_number    := "0"* ( ( "0" | [1-9] digit* ) >first ( "." digit+ )? ) %complete ;

# texts         = text *( "," text )
# text          = *( "*" / "\" ( "*" / "," / "\" ) / other )
literal         = ( any - [*,\\] ) $octet
                | "\\" [*,\\] @octet ;
texts          := ( literal | "*" @star | "," @next )* %complete ;

# Dates that exist.
digit_pair      = digit{2} ;
multiple_of_4   = [02468] [048] | [13579] [26] ;
leap_year       = digit_pair ( multiple_of_4 - "00" ) | multiple_of_4 "00" ;
month_31        = "01" | "03" | "05" | "07" | "08" | "10" | "12" ;
month_30        = "04" | "06" | "09" | "11" ;
month           = month_31 | month_30 | "02" ;
day_28          = "0" [1-9] | "1" digit | "2" [0-8] ;
month_day       = month "-" day_28
                | ( month_31 | month_30 ) "-" ( "29" | "30" )
                | month_31 "-31" ;
full_date       = ( digit{4} "-" month_day | leap_year "-02-29" )
                & ( digit{4} $year "-" digit{2} $month "-" digit{2} $day ) ;

hour            = ( "0" | "1" ) digit | "2" [0-3] ;
sixty           = [0-5] digit ;
second          = sixty | "60" ;

# zone          = "Z" / ( "+" / "-" ) hour ":" minute
offset          = ( "+" | "-" @west ) >has_zone hour $zone_hour ":" sixty $zone_minute %zone_end ;
zone            = "Z" @has_zone | offset ;

# time          = the beginning of a date-time of RFC 3339, section 5.6, at least a year;
#                 from the minutes on, its zone may follow
time           := ( digit{4}
                  | digit{4} "-" month
                  | full_date
                    ( "T" hour $hour
                    ( ":" sixty $minute
                    ( ":" second $second
                    ( "." digit+ $fraction )? )?
                    zone? )? )? ) %complete ;
}%%
