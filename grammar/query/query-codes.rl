/* SPDX-License-Identifier: MIT
 *
 * The bytes of a query that may stand for another octet in a name: "%" begins a
 * percent-encoded octet (RFC 3986, section 2.1), "+" may be a space (RFC 1630, "Query
 * strings"). A library: no main.
 */
%%{
machine query_codes;

codes           = ( [%+] @code | any )* ;
}%%
