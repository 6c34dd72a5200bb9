/* SPDX-License-Identifier: MIT
 *
 * The machine log-hash-escapes: the escapes that HAProxy writes, "#" and two hexadecimal
 * digits, in any text. All other bytes stand for themselves, including a "#" that begins
 * no escape.
 */
%%{
machine log_hash_escapes;
alphtype unsigned char;

not_hash        = any - "#" ;

# A "#" may also interrupt the digits: in "#4#41" only the second one begins an escape.
begin           = "#" @hash ( xdigit? "#" @hash )* ;
after           = xdigit{2} @octet | xdigit? ( not_hash - xdigit ) ;

main := ( not_hash | begin after )* ( begin xdigit? )? ;
}%%
