/* SPDX-License-Identifier: MIT
 *
 * The machine normal: texts that no step of a normalization changes (RFC 3986, sections 6.2.2
 * and 6.2.3, as in changes.rl), so that most normal URLs are recognized as a whole. The entry
 * `authority` is for the text of a URL up to its path, `main` for its path and what follows.
 * A text that is not accepted may or may not be normal.
 */
%%{
machine normal;
alphtype unsigned char;

# No grammar allows a control or a space in a URL (RFC 3986, section 2).
octet           = 0x21..0x7E | 0x80..0xFF ;

# The percent-encoded octets that stay as they are: their digits are in upper case already, and
# they do not stand for unreserved characters, which would be decoded.
upper_digit     = [0-9A-F] ;
unreserved      = "2" [DE] | "3" digit | [46] [1-9A-F] | [57] ( digit | "A" ) | "5F"
                | "7E" ;
encoded         = "%" ( upper_digit{2} - unreserved ) ;

# Capitals become lower case in the scheme and the host; those of a userinfo do not.
authority := ( ( octet - [A-Z%] | encoded )* ) %normal $~run $*likely ;

# No "/" is followed by ".", nor does the path begin with it: there is no dot-segment.
char            = octet - [/.%] | encoded ;
main := ( ( char | "/" ) ( char | "." | "/" )* - ( any* "/." any* ) )? %normal
        $~run $*likely ;
}%%
