/* SPDX-License-Identifier: MIT
 *
 * The machine log-escapes: the escapes that Apache (util.c, ap_escape_logitem) and nginx
 * (ngx_http_log_module.c, ngx_http_log_escape) write, in any text. All other bytes stand
 * for themselves, including a "\" that begins no escape.
 */
%%{
machine log_escapes;
alphtype unsigned char;

not_backslash   = any - "\\" ;
character       = '"'  @quotation
                | "\\" @reverse_solidus
                | "b"  @backspace
                | "n"  @line_feed
                | "r"  @carriage_return
                | "t"  @tab
                | "v"  @vertical_tab ;

# A "\" may also interrupt the digits: in "\x4\n" only the second one begins an escape.
begin           = "\\" @backslash ( "x" xdigit? "\\" @backslash )* ;
after           = character
                | "x" xdigit{2} @octet
                | ( not_backslash - ["bnrtvx] )
                | "x" xdigit? ( not_backslash - xdigit ) ;

main := ( not_backslash | begin after )* ( begin ( "x" xdigit? )? )? ;
}%%
