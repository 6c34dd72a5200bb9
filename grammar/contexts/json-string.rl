/* SPDX-License-Identifier: MIT
 *
 * The machine json-string: the text between the quotation marks of a JSON string, and
 * what its escapes stand for. Read it from the bottom up (see common.rl).
 */
%%{
machine json_string;
alphtype unsigned char;

include json_char "contexts/json-char.rl";

# 7     string = quotation-mark *char quotation-mark
main := ( char* ) $~run %~accept ;
}%%
