/* SPDX-License-Identifier: MIT
 *
 * The machine log-number: a number in a log, in decimal digits, with an entry for each
 * kind.
 */
%%{
machine log_number;
alphtype unsigned char;

integer         := digit+ $digit ;
decimal         := digit+ $digit ( "." digit+ $fraction )? ;
}%%
