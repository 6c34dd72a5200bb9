/* SPDX-License-Identifier: MIT
 *
 * The machine findings_query: ".." between path separators in a query that holds the
 * name of a file (CWE-23), however often and carelessly a reader decodes it. RFC 3986,
 * section 3.4, allows "/" and ".." in a query.
 */
%%{
machine findings_query;
alphtype unsigned char;

# A "%", encoded any number of times: "%", "%25", "%2525", ...
percent         = "%" "25"* ;
# The hexadecimal digits of "2E", "2F" and "5C", which may themselves be encoded.
d2              = "2" | percent "32" ;
d5              = "5" | percent "35" ;
dC              = "C"i | percent ( "43" | "63" ) ;
dE              = "E"i | percent ( "45" | "65" ) ;
dF              = "F"i | percent ( "46" | "66" ) ;

# Octets, raw or encoded: of overlong forms (RFC 3629 3), and of characters that
# normalization turns into ".", "/" or "\" or that look like them.
x80             = 0x80 | percent "80" ;
x81             = 0x81 | percent "81" ;
x82             = 0x82 | percent "82" ;
x88             = 0x88 | percent "88" ;
x8E             = 0x8E | percent "8E"i ;
x8F             = 0x8F | percent "8F"i ;
x95             = 0x95 | percent "95" ;
x96             = 0x96 | percent "96" ;
x9C             = 0x9C | percent "9C"i ;
xAE             = 0xAE | percent "AE"i ;
xAF             = 0xAF | percent "AF"i ;
xBC             = 0xBC | percent "BC"i ;
xC0             = 0xC0 | percent "C0"i ;
xC1             = 0xC1 | percent "C1"i ;
xE0             = 0xE0 | percent "E0"i ;
xE2             = 0xE2 | percent "E2"i ;
xEF             = 0xEF | percent "EF"i ;
xF0             = 0xF0 | percent "F0"i ;
unicode         = percent "u"i ;

dot             = "."
                | percent d2 dE
                | unicode ( "002E"i | "FF0E"i )
                | ( xC0 | xE0 x80 | xF0 x80 x80 ) xAE
                | xEF xBC x8E ;                                 # U+FF0E
slash           = "/"
                | percent d2 dF
                | unicode ( "002F"i | "2215" | "FF0F"i )
                | ( xC0 | xE0 x80 | xF0 x80 x80 ) xAF
                | xEF xBC x8F                                   # U+FF0F
                | xE2 x88 x95 ;                                 # U+2215
backslash       = "\\"
                | percent d5 dC
                | unicode ( "005C"i | "2216" | "FF3C"i )
                | ( xC1 | xE0 x81 | xF0 x80 x81 ) x9C
                | xEF xBC xBC                                   # U+FF3C
                | xE2 x88 x96 ;                                 # U+2216
divider         = slash | backslash ;

# The dots must follow a byte that no name ends in, raw or encoded, because "a../" does
# not go up. A "%" is such a byte if it begins no percent-encoding, which the dots and
# separators after it ensure.
named           = alnum | "-" | "_" | "." | "~" ;
encoded_named   = "2D"i | "2E"i | "3" digit
                | "4" ( xdigit - "0" ) | "5" ( digit | "A"i ) | "5F"i
                | "6" ( xdigit - "0" ) | "7" ( digit | "A"i ) | "7E"i ;
begin           = 0x00..0x7F - named
                | percent ( ( [0-7] xdigit ) - encoded_named )
                | divider ;

# More than two dots also go up on old systems. "....//" becomes "../" if a filter
# removes "../" once.
climbs          = dot{2,} divider @traversal ;
# At the end of a value: "/var/.." and "=..".
ends            = dot{2} ( "&" | ";" ) @traversal ;
last            = dot{2} %traversal ;

main := ( ( any* begin )? climbs any*
        | any* ( "=" | divider ) ends any*
        | any* ( "=" | divider ) last
        | any* ) $~run ;
}%%
