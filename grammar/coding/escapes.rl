/* SPDX-License-Identifier: MIT
 *
 * The percent-encoded octets of any text (RFC 3986, section 2.1; RFC 1738, section
 * 2.2). A library: no main.
 */
%%{
machine escapes;

action percent  { PERCENT }     # a "%", of a percent-encoding or stray
action triple   { TRIPLE }      # on the second of the two digits after the last "%"
action stray    { STRAY }       # the last "%" is stray: on the first byte that is not
                                # a digit, before its other events, or at the end

# These bytes stand for themselves.
not_percent     = any - "%" ;
not_digit       = not_percent - xdigit ;

# 2.1   pct-encoded   = "%" HEXDIG HEXDIG
#
# Or a "%" that begins none. In "%%" and "%4%" the first "%" is stray, and the second
# one is examined in turn.
escape_or_stray = ( "%" @percent ( xdigit? ( "%" >stray @percent ) )*
                    ( xdigit xdigit @triple
                    | xdigit? not_digit >stray ) ) <>/stray ;

# Matches every text. The alternative without events also matches texts that end in a
# "%" or in the first digit after it.
escapes         = ( not_percent | escape_or_stray )* | any* ;
}%%
