/* SPDX-License-Identifier: MIT
 *
 * What the name of a host may not contain, for the machines that escape text. A library: no
 * main.
 */
%%{
machine names;

# Escapes in a name are for the octets of UTF-8; they may not hide characters that would
# end a host or break a line of a protocol. decode.rl refuses the same characters.
refused         = cntrl | ":" | "/" | "?" | "#" | "[" | "]" | "@"
                | " " | "<" | ">" | '"' | "\\" ;
host_refused    = "%" ( [01] xdigit | "20" | "22" | "23" | "25" | "2f"i
                      | "3a"i | "3c"i | "3e"i | "3f"i | "40"
                      | "5b"i | "5c"i | "5d"i | "7f"i ) ;
host_encoded    = pct_encoded - host_refused ;
}%%
