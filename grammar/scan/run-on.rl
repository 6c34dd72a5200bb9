/* SPDX-License-Identifier: MIT
 *
 * The machine run-on: how far a URL extends if its grammar rejects its authority
 * ("mongodb://h1:27017,h2:27017/db"): over the bytes that a path of the grammar web may
 * contain. So a scan reports the whole URL, as invalid.
 */
%%{
machine run_on;
alphtype unsigned char;
include common "rules/common.rl";
include web_common "rules/web-common.rl";

main := web_char* $~run %~accept ;
}%%
