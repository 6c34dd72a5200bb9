/* SPDX-License-Identifier: MIT
 *
 * The machine wrapped: URLs in angle brackets, with white space inside them
 * (RFC 1738, appendix; RFC 3986, appendix C), and with the marks of quoted mail
 * where a line of it begins (RFC 3676, section 4.5). It reads a whole text and stops
 * after each ">" that may close a wrapper; it knows no grammar: whether a URL
 * stands in the wrapper, src/contexts/wrapped.c asks the grammar of the scan. It accepts a
 * text at the end of which a wrapper may be open.
 */
%%{
machine wrapped;
alphtype unsigned char;

action run              { RUN(ftargs) }
action accept           { ACCEPT }
action open             { OPEN }                # "<"
action begin            { MARK(begin) }         # the first byte of the URL
action colon            { MARK(colon) MARK(path) MARK(slashes) } # the ":" of its
                                                # scheme
action path             { MARK(path) }          # the "/" after that
action slashes          { MARK(slashes) }       # the second "/"
action close            { CLOSE(ftargs) }       # ">" inside a line
action close_blank      { CLOSE_BLANK(ftargs) } # what shows that the ">" before it,
action close_break      { CLOSE_BREAK(ftargs) } # with which a line begins, may be
action close_end        { CLOSE_END }           # no quote mark
action quote            { QUOTE }               # ">" at a line's beginning
action line             { LINE }                # the end of a line that has more than
                                                # blanks

# C     extra whitespace (spaces, line-breaks, tabs, etc.) may have to be added
#       to break a long URI across lines. The whitespace should be ignored when
#       the URI is extracted.
#
# A hyphen before a line break "may or may not actually be part of the URI": it
# stays, being a byte like any other.
blank           = 0x09 | " " ;
break           = 0x0a..0x0d ;

# 3676 4.5
#       Lines which start with the quote indicator are considered quoted. The
#       number of ">" characters at the start of the line specifies the quote
#       depth.
#
# Departure: blanks may stand before and between them, as in "> > ".
marks           = ( blank | break | ">" )* ;
w               = blank* ( break marks )? ;

# Every byte that some grammar has in a URL.
url_byte        = any - cntrl - " " - "<" - ">" ;

# C     The prefix "URL:" (with or without a trailing space)
prefix          = [Uu] w [Rr] w [Ll] w ":" ;

# 3.1   scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
#
# Which of these may come first is for the grammar to say.
scheme_byte     = alnum | "+" | "-" | "." ;
scheme          = ( scheme_byte ( w scheme_byte )* ) >begin ;

# The ">" that closes may be the first byte of its line after its quote marks. As
# what follows them is the URL's, or another mark, it counts if nothing else is on the
# line, or only punctuation up to a blank. How many of the marks are the quote's is not
# for a machine with a fixed number of states: the host counts them.
punctuation     = "." | "," | ";" | ":" | "!" | "?" | ")" | "]" | "}" | '"' | "'" ;
closing_mark    = blank* break marks ">" ;
closed          = blank* ">" @close
                | closing_mark blank* %/close_end
                | closing_mark blank* break @close_break
                | closing_mark punctuation+ %/close_end
                | closing_mark punctuation+ blank @close_blank
                | closing_mark punctuation+ break @close_break ;

# "<URL:x" is read in both ways, as the prefix and as the scheme "URL", until
# the byte after the ":" decides: no scheme begins with "/", and what begins
# later is the URL.
url             = ":" @colon
                  ( w "/" @path ( w "/" @slashes )? )? ( w url_byte )* ( w | closed ) ;
wrapper         = "<" @open w ( prefix w )? ( scheme w url? )? ;

# What a line of the text begins with. A ">" after a word is a quote mark as well,
# unless it closes: "JS> ". No such mark is left out inside a wrapper.
rest            = ( any - break )* ;
line            = ( ( blank | ">" @quote )* rest ) - blank*
                | blank* alnum+ ">" @quote rest ;
lines           = ( line break @line | blank* break )* ( line | blank* ) ;

# No wrapper holds a "<": what is found after the first one does not depend on
# what came before, but for the marks of its line.
main := ( ( any* wrapper ) & lines ) $~run %~accept ;

write data noerror nofinal noentry;
}%%
MACHINE(wrapped)
{
    MACHINE_BEGIN(wrapped)
    %% write exec;
    MACHINE_END
}
