/* SPDX-License-Identifier: MIT
 *
 * The contents of the components of a URL in the grammar web, for uri.rl. A library: no
 * main; it needs common.rl and web-common.rl.
 */
%%{
machine web_chars;

# Departures: web_char for pchar; "#" may occur in a fragment; web_name_char for the
# characters of a reg-name.
pchar           = web_pchar ;
pchar_nc        = web_pchar - ":" ;
query_byte      = web_char - "#" ;
fragment_byte   = web_char ;
reg_name        = ( web_name_char | pct_encoded )* ;
}%%
