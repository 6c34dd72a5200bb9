/* SPDX-License-Identifier: MIT
 *
 * The machine traefik: Traefik's access logs in its format "common" ("Access Logs", "Common
 * Log Format"), with or without other fields after. It reads one line and stops after its
 * line feed.
 */
%%{
machine traefik;
alphtype unsigned char;
include log_common "log/log-common.rl";

# In the request nothing is escaped: a quotation mark ends it.
quoted          = ( not_lf - '"' )* ;
method          = token - "-" ;
include log_request "log/log-request.rl";

byte            = any - cntrl - [ "] ;
word            = byte+ - "-" ;

# In the other fields a quotation mark has "\" before it since 3.6.18 (toLogEntry() in
# logger_formatters.go); a "\" has none. So a "\" before a quotation mark never ends a field
# here: a line in which a field ends in "\" is a reject.
escaped         = "\\"+ ( '"' @escape | ( not_lf - ["\\] ) ) ;
text            = ( not_lf - ["\\] | escaped )* - "-" ;

# A user may contain spaces. Text in it that looks like a time counts only if a quotation
# mark follows.
user            = "-" %user_none | ( ( byte | " " )+ - "-" ) ;
frame           = ( " - " @next user " [" clf_time '] "' ) @user_time ;

# The code is 0 if there was no response.
code            = "0" | status ;

others          = not_lf+ ;
rest            = "" | " " @next ( "" | others %trailing_end ) ;

record          = ( "-" | word %client_end ) @!bad_client
                  frame @!bad_time
                  ( request '"' ) @!bad_request
                  ( " " @next code ) @!bad_status
                  ( " " @next bytes ) @!bad_bytes
                  ( ' "' @next ( "-" | text %referer_end ) '"' ) @!bad_referer
                  ( ' "' @next ( "-" | text %agent_end ) '"' ) @!bad_agent
                  ( " " @next ( "-" | digit+ %count_end ) ) @!bad_count
                  ( ' "' @next ( "-" | text %router_end ) '"' ) @!bad_router
                  ( ' "' @next ( "-" | text %server_end ) '"' ) @!bad_server
                  ( " " @next digit+ %duration_end "ms" ) @!bad_duration
                  ( ( ( rest - ends_in_cr ) %record_end | rest %record_end "\r" )
                    ( "\n" @line_end )? ) $!bad_end ;

main := ( ( record & not_comment ) | comment | blank ) $~run $*likely ;
}%%
