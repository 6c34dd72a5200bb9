/* SPDX-License-Identifier: MIT
 *
 * The machine unwrap: the pieces of a text between white space (RFC 3986, appendix C).
 * The quote marks at the beginning of a line count as white space (RFC 3676, section
 * 4.5). It stops after the first piece; the next call begins there.
 */
%%{
machine unwrap;
alphtype unsigned char;

# C     spaces, line-breaks, tabs, etc.
blank           = 0x09 | " " ;
break           = 0x0a..0x0d ;

# 3676 4.5
#       Lines which start with the quote indicator are considered quoted.
#
# Departure: blanks may precede each mark, as in angle-brackets.rl.
marks           = ( blank | ">" )* ;

byte            = any - blank - break ;
first_piece     = byte+ >begin %end ;
piece           = ( ( byte - ">" ) byte* ) >begin %end ;

# The text may begin inside a line.
first_line      = blank* ( first_piece blank+ )* first_piece? ;
line            = break marks ( piece ( blank+ first_piece )* blank* )? ;

main := first_line line* ;
}%%
