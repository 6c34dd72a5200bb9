/* SPDX-License-Identifier: MIT
 *
 * The machine haproxy: HAProxy's logs of HTTP requests (Configuration Manual, "HTTP log
 * format" and "HTTPS log format"), with or without the header of a syslog message
 * before. It reads one line and stops after its line feed.
 */
%%{
machine haproxy;
alphtype unsigned char;
include log_common "log/log-common.rl";

# "#" and two hexadecimal digits stand for a control, a byte from 7F up, or one of #{|}"
# (log-hash-escapes.rl), in requests and in captured header fields. Other values, such as
# cookies, are logged as they are.
escaped         = "#" @escape ;
quoted          = ( ( not_lf - ["#] ) | escaped )* ;
method          = token ;
include log_request "log/log-request.rl";
include syslog_header "log/envelopes/syslog-header.rl";

byte            = any - cntrl - " " ;
name            = ( byte - "/" )+ ;
cookie          = byte+ - "-" ;

# HAProxy logs to syslog, so most of its lines have that header, or the rest of it.
syslog          = priority? ( bsd_header | ietf_header | tag ) " " @next ;
client          = ( byte+ ":" @colon digit+ ) %client_port_end ;

# Milliseconds: the request, the queue, the connection, the response, and all of it. "-1"
# means that the phase did not occur, "+" that it had not ended (option logasap).
timers          = ( "-"? digit+ "/" @timer ){4} ( "+" @timer )?
                  ( digit+ %timers_end | "-" digit+ %timers_aborted ) ;
code            = "-1" | digit{3} %status_end ;
count           = ( "+" @next )? digit+ %bytes_end ;
connections     = ( digit+ "/" ){4} "+"? digit+ ;
queues          = digit+ "/" digit+ ;
captured        = "{" ( not_lf - [#{}"] | escaped )* "}" ;
captures        = " " @next captured ( " " captured )? %captures_end ;

others          = not_lf+ ;
rest            = '"' ( "" | " " @next ( "" | others %trailing_end ) ) ;

# A request that is too long has no quotation mark at its end: the line was cut off.
record          = ( syslog? client ) $!bad_client
                  ( " [" @next haproxy_time %time_end "]" ) $!bad_time
                  ( " " @next name %frontend_end ) $!bad_frontend
                  ( " " @next name %backend_end ) $!bad_backend
                  ( "/" @next byte+ %server_end ) $!bad_server
                  ( " " @next timers ) $!bad_timers
                  ( " " @next code ) $!bad_status
                  ( " " @next count ) $!bad_bytes
                  ( " " @next ( "-" | cookie %request_cookie_end ) ) $!bad_request_cookie
                  ( " " @next ( "-" | cookie %response_cookie_end ) ) $!bad_response_cookie
                  ( " " @next byte{4} %state_end ) $!bad_state
                  ( " " @next connections %connections_end ) $!bad_connections
                  ( " " @next queues %queues_end ) $!bad_queues
                  ( captures? ) $!bad_captures
                  ( ' "' @next ( ( request rest - ends_in_cr ) %record_end
                               | request rest %record_end "\r"
                               | ( request - ends_in_cr ) %record_end
                               | request %record_end "\r" ) ( "\n" @line_end )? )
                  $!bad_request ;

main := ( ( record & not_comment ) | comment | blank ) $~run $*likely ;
}%%
