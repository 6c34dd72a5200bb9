/* SPDX-License-Identifier: MIT
 *
 * What the parts of a URL may hold in the grammar web, where that is more than
 * RFC 3986 lets them hold. A library: no main; it needs common.rl.
 */
%%{
machine web_common;

# Departure: what stands in a path, a query or a fragment is every byte but
# controls, space, <">, "<" and ">"; "%" need not begin a percent-encoding; and only the
# "?" and "#" that end a path or a query are kept out of them. Logs hold what
# clients sent, and clients send raw UTF-8, "|", "[" and "100%".
web_char        = any - cntrl - " " - '"' - "<" - ">" ;

# Departure: its pchar is web_char less the three gen-delims that end a segment.
web_pchar       = web_char - "/" - "?" - "#" ;

# Departure: a name also holds bytes from 80 up: names before IDNA is applied.
web_name_char   = unreserved | sub_delims | 0x80..0xff ;
}%%
