/* SPDX-License-Identifier: MIT
 *
 * The machine wrapped: URLs in angle brackets, with white space inside them
 * (RFC 1738, appendix; RFC 3986, appendix C). It reads a whole text and stops
 * behind each ">" that may close a wrapper; it knows no grammar: whether a URL
 * stands in the wrapper, src/wrapped.c asks the grammar of the scan.
 */
%%{
machine wrapped;
alphtype unsigned char;

action run              { RUN(ftargs) }
action accept           { ACCEPT }
action open             { MARK(open) }          # "<"
action begin            { MARK(begin) }         # the first byte of the URL
action colon            { MARK(colon) MARK(slashes) } # the ":" of its scheme
action slashes          { MARK(slashes) }       # the second "/" behind that
action close            { CLOSED(ftargs) }      # ">"

# C     extra whitespace (spaces, line-breaks, tabs, etc.) may have to be added
#       to break a long URI across lines. The whitespace should be ignored when
#       the URI is extracted.
#
# A hyphen before a line break "may or may not actually be part of the URI": it
# stays, being a byte like any other.
white           = 0x09..0x0d | " " ;
w               = white* ;

# Every byte that some grammar has in a URL.
url_byte        = any - cntrl - " " - "<" - ">" ;

# C     The prefix "URL:" (with or without a trailing space)
prefix          = [Uu] w [Rr] w [Ll] w ":" ;

# 3.1   scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
#
# Which of these may come first is for the grammar to say.
scheme_byte     = alnum | "+" | "-" | "." ;
scheme          = ( scheme_byte ( w scheme_byte )* ) >begin ;

# "<URL:x" is read in both ways, as the prefix and as the scheme "URL", until
# the byte behind the ":" decides: no scheme begins with "/", and what begins
# later is the URL.
url             = scheme w ":" @colon
                  ( w "/" w "/" @slashes )? ( url_byte | white )* ;
wrapper         = "<" @open w ( prefix w )? url ">" @close ;

# No wrapper holds a "<": what is found behind the first one does not depend on
# what came before.
main := ( any* wrapper ) $~run %~accept ;

write data noerror nofinal noentry;
}%%
MACHINE(wrapped)
{
    MACHINE_BEGIN(wrapped)
    %% write exec;
    MACHINE_END
}
