/* SPDX-License-Identifier: MIT
 *
 * The machine plain: URLs in prose, up to the byte that ends them, that contain no byte
 * whose meaning depends on its surroundings. Nearly all URLs are of this kind. For
 * these it replaces the machines unquoted, quoted and plausible, and the grammars web
 * and rfc3986: if it accepts a URL, each of them accepts it with the same end
 * (tests/proofs/runs/check-plain.py proves this). It reads from the first byte after "://". Where
 * it fails, the other machines find the end of the URL.
 */
%%{
machine plain;
alphtype unsigned char;

# Bytes that a URL may end in, and bytes that belong to the sentence if nothing of the
# URL follows (unquoted.rl).
ending          = alnum | [\-_~$+=@/] ;
never_last      = [.,:;?!*] ;

# RFC 3986, 2.1: pct-encoded. Any other "%" is left to the grammar.
pct_encoded     = "%" xdigit xdigit ;

# An "&" that cannot begin a character reference.
ampersand       = "&" ( ( ending - [aglnq] )
                      | "a" ( ending - "p" ) | "q" ( ending - "u" )
                      | ( "g" | "l" ) ( ending - "t" ) | "n" ( ending - "b" ) ) ;

# RFC 3986, 3.2.2, 3.2.3: a name or an IPv4 address; a port.
host            = ( alnum | [\-._] )* & any* alnum any* ;
port            = digit* ;

rest            = ( ending | never_last | pct_encoded | ampersand )* ;
url   = host ( ":" port )? ( ( "/" | "?" ) rest )? ( "#" rest )? ;

# White space and "<" end a URL; so do closing marks, since no mark was opened within it.
# %~accept uses the place that the run moves, so $~run comes first.
main := ( url $~run $*likely & ( ( url - any* never_last ) %~accept | url ) )
        ( [ \t\r\n<] @stop | '"' @quotation | ">" @greater
        | ")" @round | "]" @square | "}" @curly ) %~run %*likely ;
}%%
