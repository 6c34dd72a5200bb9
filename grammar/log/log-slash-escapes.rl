/* SPDX-License-Identifier: MIT
 *
 * The machine log-slash-escapes: the escapes that HAProxy writes with the flag E, "\" before
 * a quotation mark, "\" or "]", in any text. All other bytes stand for themselves, including
 * a "\" before another byte.
 */
%%{
machine log_slash_escapes;
alphtype unsigned char;

escaped         = ["\\\]] ;
other           = any - ["\\\]#] ;
not_digit       = any - xdigit - [\\#] ;

# Values that have no escapes without the flag.
text           := ( ( any - "\\" ) | "\\" @escape ( escaped @character | ( any - escaped ) ) )*
                  ( "\\" @escape )? ;

# Values that also have the escapes of log-hash-escapes.rl. One escape may interrupt another.
encoded        := (
    start: ( ( any - [\\#] ) -> start
                | "\\" @escape -> slash | "#" @escape -> hash | zlen -> final ),
    slash: ( escaped @character -> start | other -> start
                | "#" @escape -> hash | zlen -> final ),
    hash:  ( xdigit -> digit | not_digit -> start
                | "\\" @escape -> slash | "#" @escape -> hash | zlen -> final ),
    digit: ( xdigit @octet -> start | not_digit -> start
                | "\\" @escape -> slash | "#" @escape -> hash | zlen -> final )
) ;
}%%
