/* SPDX-License-Identifier: MIT
 *
 * The machine traefik: Traefik's access logs in its format "common" ("Access Logs", "Common
 * Log Format"), with or without other fields after it. It reads one line and stops after
 * its line feed.
 */
%%{
machine traefik;
alphtype unsigned char;
include log_common "log/log-common.rl";

# In the request nothing is escaped.
quoted          = raw_request ;
method          = token - "-" ;
include log_request "log/log-request.rl";

byte            = any - cntrl - [ "] ;
word            = byte+ - "-" ;

# In the other fields a quotation mark has "\" before it since 3.6.18 (toLogEntry() in
# logger_formatters.go); a "\" has none.
text            = ( not_lf - '"' | "\\" '"' @escape )* - "-" ;

# So a quotation mark after a "\" may be in the value or end it. A client cannot send a value
# that ends in a space (RFC 9110, 5.5). So the value ends at the first quotation mark that
# the next fields follow, up to the quotation mark of the next text.
count           = "-" | digit+ ;
before_text     = ' "' @next ;
referer         = ( "-" '"' ) @!bad_referer before_text @!bad_agent
                | ( ( text - ( any* '" ' ) ) '"' @end ) $!bad_referer
                  ( ' "' @referer_ended @next ) @!bad_agent ;
agent           = ( "-" '"' ) @!bad_agent
                  ( " " @next ( "-" | digit+ %count_end ) ) @!bad_count
                  before_text @!bad_router
                | ( ( text - ( any* '" ' count " " ) ) '"' @end ) $!bad_agent
                  ( ( " -" @!bad_count ( ' "' @agent_ended ) @!bad_router )
                  | ( ( " " digit+ ) @!bad_count ( ' "' @agent_and_count_ended ) @!bad_router ) )
                  @next ;

# Clients do not choose these names, whose ends stay as they are.
escaped         = "\\"+ ( '"' @escape | ( not_lf - ["\\] ) ) ;
name            = ( not_lf - ["\\] | escaped )* - "-" ;

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
                  ( " " ( code >begin ) ) @!bad_status
                  ( " " @next bytes ) @!bad_bytes
                  before_text @!bad_referer referer agent
                  ( ( "-" | name %router_end ) '"' ) @!bad_router
                  ( ' "' @next ( "-" | name %server_end ) '"' ) @!bad_server
                  ( " " @next digit+ %duration_end "ms" ) @!bad_duration
                  ( ( ( rest - ends_in_cr ) %record_end | rest %record_end "\r" )
                    ( "\n" @line_end )? ) $!bad_end ;

main := ( ( record & not_comment ) | comment | blank ) $~run $*likely ;
}%%
