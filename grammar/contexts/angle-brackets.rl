/* SPDX-License-Identifier: MIT
 *
 * The machine angle-brackets: URLs in angle brackets, with white space inside them (RFC
 * 1738, appendix; RFC 3986, appendix C), and with the marks of quoted mail at the beginning
 * of a line (RFC 3676, section 4.5). It reads a whole text and stops after each ">"
 * that may close a wrapper. It does not depend on the grammar: src/contexts/wrapped.rl
 * asks the grammar of the scan whether the wrapper contains a URL. It accepts a text if
 * a wrapper may be open at its end.
 */
%%{
machine angle_brackets;
alphtype unsigned char;

# C     extra whitespace (spaces, line-breaks, tabs, etc.) may have to be added
#       to break a long URI across lines. The whitespace should be ignored when
#       the URI is extracted.
#
# A hyphen before a line break "may or may not actually be part of the URI": it is kept,
# like any other byte.
blank           = 0x09 | " " ;
break           = 0x0a..0x0d ;

# 3676 4.5
#       Lines which start with the quote indicator are considered quoted. The
#       number of ">" characters at the start of the line specifies the quote
#       depth.
#
# Departure: blanks may precede each mark, as in "> > ".
marks           = ( blank | break | ">" )* ;
w               = blank* ( break marks )? ;

# Every byte that some grammar allows in a URL.
url_byte        = any - cntrl - " " - "<" - ">" ;

# C     The prefix "URL:" (with or without a trailing space)
prefix          = [Uu] w [Rr] w [Ll] w ":" ;

# 3.1   scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
#
# The grammar decides which of these may come first.
scheme_byte     = alnum | "+" | "-" | "." ;
scheme          = ( scheme_byte ( w scheme_byte )* ) >begin ;

# The closing ">" may be the first byte of its line after the quote marks. Normally the
# bytes after the quote marks belong to the URL, so such a ">" counts only if nothing
# else is on the line, or only punctuation up to a blank. A machine with a fixed number
# of states cannot count how many of the ">" are quote marks: C does.
punctuation     = "." | "," | ";" | ":" | "!" | "?" | ")" | "]" | "}" | '"' | "'" ;
closing_mark    = blank* break marks ">" ;
closed          = blank* ">" @close
                | closing_mark blank* %/close_end
                | closing_mark blank* break @close_break
                | closing_mark punctuation+ %/close_end
                | closing_mark punctuation+ blank @close_blank
                | closing_mark punctuation+ break @close_break ;

# "<URL:x" is read in both ways, as the prefix and as the scheme "URL", until the byte
# after the ":" decides: no scheme begins with "/", and the reading that begins later is
# the URL.
url             = ":" @colon
                  ( w "/" @path ( w "/" @slashes )? )? ( w url_byte )* ( w | closed ) ;
wrapper         = "<" @open w ( prefix w )? ( scheme w url? )? ;

# The beginning of a line. A ">" after a word, as in "JS> ", is also a quote mark,
# unless it closes a wrapper. Within a wrapper such a mark is not removed.
rest            = ( any - break )* ;
line            = ( ( blank | ">" @quote )* rest ) - blank*
                | blank* alnum+ ">" @quote rest ;
lines           = ( line break @line | blank* break )* ( line | blank* ) ;

# No wrapper contains a "<", so what is found after a "<" does not depend on what came
# before it, except for the quote marks of its line.
main := ( ( any* wrapper ) & lines ) $~run %~accept ;
}%%
