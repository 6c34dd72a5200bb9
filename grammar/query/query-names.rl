/* SPDX-License-Identifier: MIT
 *
 * The machine query_names: the name of a pair in a query, decoded. It has an entry for
 * each way to read a "+". A "%" that begins no percent-encoding stands for itself.
 */
%%{
machine query_names;
alphtype unsigned char;
include escapes "coding/escapes.rl";

# RFC 3986: "+" stands for itself.
literal_plus   := ( escapes ) $~run $*likely ;

# RFC 1630, "Query strings": "Within the query string, the plus sign is reserved
# as shorthand notation for a space."
space_plus     := ( escapes & ( "+" @plus | any )* ) $~run $*likely ;
}%%
