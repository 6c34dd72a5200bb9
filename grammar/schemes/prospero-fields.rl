/* SPDX-License-Identifier: MIT
 *
 * The machine prospero_fields: the fields of a prospero URL, one by one (RFC
 * 1738 section 3.11, RFC 1630).
 */
%%{
machine prospero_fields;
alphtype unsigned char;

# RFC 1738 5    fieldname     = *[ uchar | "?" | ":" | "@" | "&" ]
#               fieldvalue    = *[ uchar | "?" | ":" | "@" | "&" ]
#               fieldspec     = ";" fieldname "=" fieldvalue
fieldname       = ( any - ";" - "=" )* ;
fieldvalue      = ( any - ";" - "=" )* ;
fieldspec       = ";" @next fieldname "=" @equals fieldvalue %piece ;

# RFC 1630      attributes    = attribute [ attributes ]
#               attribute     = alphanums
#
# There is no separator between attributes: they are one piece without "=".
attributes      = alnum+ %piece ;

# RFC 1738 5    prosperourl   = "prospero://" hostport "/" ppath *[ fieldspec ]
main := ( fieldspec* | attributes ) $!bad ;
}%%
