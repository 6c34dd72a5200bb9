/* SPDX-License-Identifier: MIT
 *
 * The machine wais_fields: the fields of a WAIS identifier, one by one, as RFC 1630
 * writes them into a wpath: "the identifier field number is the digits before
 * the equals sign, and the field contents follow, encoded in the conventional
 * encoding, terminated by ';'".
 */
%%{
machine wais_fields;
alphtype unsigned char;

# RFC 1630      wpath         = digits "=" path ";" [ wpath ]
digits          = digit+ ;
contents        = ( any - ";" )* ;
field           = digits "=" @equals contents ";" @piece ;

# RFC 1738 3.9  wpath         = *uchar
#
# "The WAIS document-id should be treated opaquely": a wpath without "=" and ";", which
# RFC 1738 requires to be encoded, is one piece without a number.
opaque          = ( any - "=" - ";" )+ %piece ;

main := ( field* | opaque ) $!bad ;
}%%
