/* SPDX-License-Identifier: MIT
 *
 * Where the percent-encoded octets of a text are (RFC 3986, section 2.1; RFC
 * 1738, section 2.2), in any text at all. A library: no main.
 */
%%{
machine escapes;

action percent  { PERCENT }     # "%": of a percent-encoding or a stray one
action triple   { TRIPLE }      # the last "%" has two digits; on the second one
action stray    { STRAY }       # the last "%" has not; on the byte that is none,
                                # before what that byte stands for, or at the end

# Each byte of these two is one of a text's own.
not_percent     = any - "%" ;
not_digit       = not_percent - xdigit ;

# 2.1   pct-encoded   = "%" HEXDIG HEXDIG
#
# Or a "%" that begins none. Of "%%" and "%4%" the first is stray, and the
# second is looked at in turn.
escape_or_stray = ( "%" @percent ( xdigit? ( "%" >stray @percent ) )*
                    ( xdigit xdigit @triple
                    | xdigit? not_digit >stray ) ) <>/stray ;

# Of every text. The alternative without events makes it one that ends in a "%"
# or in its first digit, too.
escapes         = ( not_percent | escape_or_stray )* | any* ;
}%%
