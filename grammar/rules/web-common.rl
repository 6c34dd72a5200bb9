/* SPDX-License-Identifier: MIT
 *
 * What the parts of a URL may contain in the grammar web, where that is more than RFC
 * 3986 allows. A library: no main; it needs common.rl.
 */
%%{
machine web_common;

# Departure: a path, a query or a fragment may contain every byte except controls,
# space, <">, "<" and ">"; "%" need not begin a percent-encoding; and only the "?" and
# "#" that end a path or a query are excluded from them. Logs hold what clients sent,
# and clients send raw UTF-8, "|", "[" and "100%".
web_char        = any - cntrl - " " - '"' - "<" - ">" ;

# Departure: its pchar is web_char without the three gen-delims that end a segment.
web_pchar       = web_char - "/" - "?" - "#" ;

# Departure: a name may also contain bytes from 80 up: a name before IDNA is applied.
web_name_char   = unreserved | sub_delims | 0x80..0xff ;
}%%
