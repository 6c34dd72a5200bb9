/* SPDX-License-Identifier: MIT
 *
 * The machine query_pairs: the pairs of a query, separated by "&" or by ";", which HTML
 * 4.01, appendix B.2.2, asks servers to treat like "&".
 */
%%{
machine query_pairs;
alphtype unsigned char;

separator       = "&" | ";" ;
include urlencoded "query/urlencoded.rl";

main := ( pairs? ) $~run $*likely ;
}%%
