/* SPDX-License-Identifier: MIT
 *
 * application/x-www-form-urlencoded (HTML 2.0, RFC 1866 8.2.1): the pairs of a query. A
 * library: no main. The including machine defines `separator`, which stands between two
 * pairs.
 */
%%{
machine urlencoded;

# A pair without "=" is a name without a value, which is not an empty value. Between two
# adjacent separators there is an empty pair.
name            = ( any - separator - "=" )* ;
value           = ( any - separator )* ;
pair            = name ( "=" @equals value )? ;

# Subtracted: an empty query has no pair, rather than an empty one.
pairs           = ( ( pair - "" ) %piece | "" separator @piece pair %piece )
                  ( separator pair %piece )* ;
}%%
