/* SPDX-License-Identifier: MIT
 *
 * The bytes of a name in a query that may stand for another octet: "%" begins a
 * percent-encoded octet (RFC 3986, section 2.1), "+" may be a space (RFC 1630, "Query
 * strings"). A library: no main. The including machine defines `separator`.
 */
%%{
machine query_codes;

coded_name      = ( [%+] @code | ( any - separator - "=" - [%+] ) )* ;
any_value       = ( any - separator )* ;
coded_pair      = coded_name ( "=" any_value )? ;
codes           = coded_pair ( separator coded_pair )* ;
}%%
