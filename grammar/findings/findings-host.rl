/* SPDX-License-Identifier: MIT
 *
 * The machine findings_host: hosts that some programs take for an address and others do
 * not (RFC 3986, section 7.4), or that some take for a different name; and the names of
 * the local host (RFC 6761).
 */
%%{
machine findings_host;
alphtype unsigned char;

# RFC 3986 3.2.2: the only form that all programs read alike.
dec_octet       = digit | [1-9] digit | "1" digit{2} | "2" [0-4] digit
                | "25" [0-5] ;
IPv4address     = dec_octet "." dec_octet "." dec_octet "." dec_octet ;

# inet_aton() of 4.2BSD: one to four numbers, decimal, octal or hexadecimal;
# many parsers of URLs allow a "." after them.
number          = digit+ | "0x"i xdigit* ;
odd_ipv4        = ( number ( "." number ){0,3} "."? ) - IPv4address ;

# A name with the final "." of the root is the same name in DNS, but another string.
final_dot       = any+ "." ;

# RFC 6761 6.3: "localhost." and any names falling within ".localhost."
localhost       = ( any* "." )? "localhost"i "."? ;

main := odd_ipv4 %odd_ipv4 | final_dot %final_dot | localhost %loopback | any* ;
}%%
