/* SPDX-License-Identifier: MIT
 *
 * The machine select_pairs: all pairs of a query, separated by "&" or by ";", and the bytes that
 * may stand for another octet.
 */
%%{
machine select_pairs;
alphtype unsigned char;

separator       = "&" | ";" ;
include urlencoded "query/urlencoded.rl";
include query_codes "query/query-codes.rl";

main := pairs? & codes ;
}%%
