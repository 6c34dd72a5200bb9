/* SPDX-License-Identifier: MIT
 *
 * The machine log-quote-escapes: the escape that Traefik writes, "\" before a quotation mark,
 * in any text. All other bytes stand for themselves, including a "\" before another byte.
 */
%%{
machine log_quote_escapes;
alphtype unsigned char;

not_backslash   = any - "\\" ;
begin           = ( "\\" @backslash )+ ;

main := ( not_backslash | begin ( '"' @quotation | ( not_backslash - '"' ) ) )* begin? ;
}%%
