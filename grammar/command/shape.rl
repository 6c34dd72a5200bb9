/* SPDX-License-Identifier: MIT
 *
 * The machine shape: the kind of each segment of a path. Paths that differ only in segments
 * of one kind are pages of the same sort for different objects: "/user/17", "/user/4711".
 */
%%{
machine shape;
alphtype unsigned char;

char            = any - "/" ;

# Digits.
int             = digit+ ;

# RFC 9562, section 4.
uuid            = xdigit{8} "-" xdigit{4} "-" xdigit{4} "-" xdigit{4} "-" xdigit{12} ;

# 16 or more hexadecimal digits: a hash, an identifier.
hex             = xdigit{16,} - int ;

# full-date of RFC 3339, section 5.6.
date            = digit{4} "-" digit{2} "-" digit{2} ;

# An e-mail address, roughly: a name, and a host with a dot in it.
label           = ( char - [@.] )+ ;
email           = ( char - "@" )+ "@" label ( "." label )+ ;

# 20 or more bytes with a letter and a digit: a key, a session.
long            = char{20,} & ( char* alpha char* ) & ( char* digit char* ) ;
token           = long - uuid - hex - email ;

other           = char* - int - uuid - hex - date - email - token ;

segment         = int           %int
                | uuid          %uuid
                | hex           %hex
                | date          %date
                | email         %email
                | token         %token
                | other         %other ;
main           := segment ( "/" @slash segment )* ;
}%%
