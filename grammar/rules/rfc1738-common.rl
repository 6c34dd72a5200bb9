/* SPDX-License-Identifier: MIT
 *
 * RFC 1738, section 5: the elements of the parts, for the machines rfc1738 and
 * encode-rfc1738. A library: no main.
 */
%%{
machine rfc1738_common;

# Miscellaneous definitions

# reserved       = ";" | "/" | "?" | ":" | "@" | "&" | "="
reserved        = ";" | "/" | "?" | ":" | "@" | "&" | "=" ;

# safe           = "$" | "-" | "_" | "." | "+"
# extra          = "!" | "*" | "'" | "(" | ")" | ","
# escape         = "%" hex hex
safe            = "$" | "-" | "_" | "." | "+" ;
extra           = "!" | "*" | "'" | "(" | ")" | "," ;
escape          = "%" (xdigit xdigit) @!bad_percent ;

# unreserved     = alpha | digit | safe | extra
# uchar          = unreserved | escape
# xchar          = unreserved | reserved | escape
unreserved      = alpha | digit | safe | extra ;
uchar           = unreserved | escape ;
xchar           = unreserved | reserved | escape ;

# URL schemeparts for ip based protocols

# urlpath        = *xchar    ; depends on protocol see section 3.1
urlpath         = xchar* $!bad_path ;

# user           = *[ uchar | ";" | "?" | "&" | "=" ]
# password       = *[ uchar | ";" | "?" | "&" | "=" ]
user            = ( uchar | ";" | "?" | "&" | "=" )* ;
password        = ( uchar | ";" | "?" | "&" | "=" )* ;

# FTP

# ftptype        = "A" | "I" | "D" | "a" | "i" | "d"
ftptype         = [AIDaid] ;

# NEWS

# group          = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
group           = alpha ( alpha | digit | "-" | "." | "+" | "_" )* ;

# The generic form of a URL is

# scheme         = 1*[ lowalpha | digit | "+" | "-" | "." ]
scheme          = ( alpha | digit | "+" | "-" | "." )+ ;
}%%
