/* SPDX-License-Identifier: MIT
 *
 * The machine plain: URLs in prose that hold no byte for which it matters what stands
 * around it, as nearly all do, up to the byte that ends them. For these it is text,
 * quoted and plausible at once, and the grammars web and rfc3986, too: what it takes,
 * each of them takes to the same end (tests/proofs/runs/check-plain.py proves it). It reads from the
 * first byte after "://"; where it fails, the others say where the URL ends.
 */
%%{
machine plain;
alphtype unsigned char;
getkey KEY;

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action accept           { ACCEPT }

# The byte after the URL, and the mark before it whose partner that is.
action stop             { STOPPED(PLAIN_END) }
action quotation        { STOPPED(QUOTATION) }
action greater          { STOPPED(GREATER) }
action round            { CLOSED(0) }
action square           { CLOSED(1) }
action curly            { CLOSED(2) }

# What a URL may end in, and what belongs to the sentence if nothing follows (unquoted.rl).
ending          = alnum | [\-_~$+=@/] ;
never_last      = [.,:;?!*] ;

# RFC 3986, 2.1: pct-encoded. Any "%" of another kind is left to the grammar.
pct_encoded     = "%" xdigit xdigit ;

# What begins no character reference.
ampersand       = "&" ( ( ending - [aglnq] )
                      | "a" ( ending - "p" ) | "q" ( ending - "u" )
                      | ( "g" | "l" ) ( ending - "t" ) | "n" ( ending - "b" ) ) ;

# RFC 3986, 3.2.2, 3.2.3: a name or an IPv4 address; a port.
host            = ( alnum | [\-._] )* & any* alnum any* ;
port            = digit* ;

rest            = ( ending | never_last | pct_encoded | ampersand )* ;
url   = host ( ":" port )? ( ( "/" | "?" ) rest )? ( "#" rest )? ;

# White space and "<" end a URL, and so do the marks that may be partners, of which none
# was opened in it. The run comes before the place that it moves.
main := ( url $~run $*likely & ( ( url - any* never_last ) %~accept | url ) )
        ( [ \t\r\n<] @stop | '"' @quotation | ">" @greater
        | ")" @round | "]" @square | "}" @curly ) %~run %*likely ;

write data noerror nofinal noentry;
}%%
MACHINE(plain)
{
    MACHINE_BEGIN(plain)
    %% write exec;
    MACHINE_END
}
