/* SPDX-License-Identifier: MIT
 *
 * The percent-encoded octets of any text (RFC 3986, section 2.1; RFC 1738, section
 * 2.2). A library: no main.
 */
%%{
machine escapes;

# These bytes stand for themselves.
not_percent     = any - "%" ;
not_digit       = not_percent - xdigit ;

# 2.1   pct-encoded   = "%" HEXDIG HEXDIG
#
# Or a "%" that begins none. In "%%" and "%4%" the first "%" is stray, and the second
# one is examined in turn.
escape_or_stray = ( "%" @percent ( xdigit? ( "%" >stray @percent ) )*
                    ( xdigit xdigit @octet
                    | xdigit? not_digit >stray ) ) <>/stray ;

# Matches every text. The alternative without events also matches texts that end in a
# "%" or in the first digit after it.
escapes         = ( not_percent | escape_or_stray )* | any* ;
}%%
