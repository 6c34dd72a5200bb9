/* SPDX-License-Identifier: MIT
 *
 * The machine envoy: Envoy's access logs in its default format ("Access logging", "Default
 * Format String"), with or without other fields after it. It reads one line and stops
 * after its line feed.
 */
%%{
machine envoy;
alphtype unsigned char;
include log_common "log/log-common.rl";

# Nothing is escaped. "-" stands for what is missing, also for a method.
quoted          = raw_request ;
method          = token - "-" ;
include log_request "log/log-request.rl";

byte            = any - cntrl - [ "] ;
word            = byte+ - "-" ;
text            = raw_text - "-" ;
# A request id, an authority and an upstream host end at the first quotation mark.
plain           = ( not_lf - '"' )* - "-" ;

# The code is 0 if the response never began.
code            = "0" | status ;
milliseconds    = digit+ ;

# :authority, with or without a port.
marked          = plain & ( any - ":" | ":" @colon )* ;
authority       = "-" | ( marked & has_port ) %vhost_port_end | ( marked - has_port ) %vhost_end ;

others          = not_lf+ ;
rest            = "" | " " @next ( "" | others %trailing_end ) ;

record          = ( "[" @next utc_time %time_end "]" ) @!bad_time
                  ( ' "' @next request '"' ) @!bad_request
                  ( " " ( code >begin ) ) @!bad_status
                  ( " " @next ( "-" | word %flags_end ) ) @!bad_flags
                  ( " " @next ( "-" | digit+ %received_end ) ) @!bad_received
                  ( " " @next bytes ) @!bad_bytes
                  ( " " @next ( "-" | milliseconds %duration_end ) ) @!bad_duration
                  ( " " @next ( "-" | milliseconds %upstream_time_end ) ) @!bad_upstream_time
                  ( ' "' @next ( "-" | text %client_end ) '"' ) @!bad_client
                  ( ' "' @next ( "-" | text %agent_end ) '"' ) @!bad_agent
                  ( ' "' @next ( "-" | plain %request_id_end ) '"' ) @!bad_request_id
                  ( ' "' @next authority '"' ) @!bad_vhost
                  ( ' "' @next ( "-" | plain %upstream_end ) '"' ) @!bad_upstream
                  ( ( ( rest - ends_in_cr ) %record_end | rest %record_end "\r" )
                    ( "\n" @line_end )? ) $!bad_end ;

main := ( record | comment | blank ) $~run $*likely ;
}%%
