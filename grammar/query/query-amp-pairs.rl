/* SPDX-License-Identifier: MIT
 *
 * The machine query_amp_pairs: the pairs of a query, separated by "&" alone, as in
 * browsers and most servers today.
 */
%%{
machine query_amp_pairs;
alphtype unsigned char;

separator       = "&" ;
include urlencoded "query/urlencoded.rl";

main := ( pairs? ) $~run $*likely ;
}%%
