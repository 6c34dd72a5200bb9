/* SPDX-License-Identifier: MIT
 *
 * The machine alb: access logs of AWS's load balancers (Elastic Load Balancing, User
 * Guides, "Access log entries"): the Application Load Balancer's, and those of the Classic
 * Load Balancer, which have neither a type nor the fields after the TLS protocol. It reads
 * one line and stops after its line feed.
 */
%%{
machine alb;
alphtype unsigned char;
include log_common "log/log-common.rl";

escaped         = "\\" @escape not_lf ;
quoted          = ( not_lf - ["\\] | escaped )* ;

# "-" stands for a part of the request that is missing: "- - - ".
method          = token - "-" ;
include log_request "log/log-request.rl";

byte            = any - cntrl - [ "] ;
word            = byte+ - "-" ;
text            = quoted - "-" ;

type            = lower ( lower | digit )* ;
client          = ( byte+ ":" @colon digit+ ) %client_port_end ;

# Seconds. "-1" stands for a time that was not measured.
seconds         = digit+ ( "." digit+ )? ;
no_time         = "-" seconds? ;

# The fields that an Application Load Balancer adds. They were added one after
# another, so a log may end after any of them.
others          = not_lf+ ;
after_conn_trace = "" | " " @next ( "" | others %trailing_end ) ;
after_reason    = "" | ( " " @next ( "-" | word %conn_trace_id_end ) ) @!bad_conn_trace_id
                       after_conn_trace ;
after_class     = "" | ( ' "' @next ( "-" | text %reason_end ) '"' ) @!bad_reason after_reason ;
after_statuses  = "" | ( ' "' @next ( "-" | text %class_end ) '"' ) @!bad_class after_class ;
after_backends  = "" | ( ' "' @next ( "-" | text %statuses_end ) '"' ) @!bad_statuses
                       after_statuses ;
after_error     = "" | ( ' "' @next ( "-" | text %backends_end ) '"' ) @!bad_backends
                       after_backends ;
after_redirect  = "" | ( ' "' @next ( "-" | text %error_end ) '"' ) @!bad_error after_error ;
after_actions   = "" | ( ' "' @next ( "-" | text %redirect_end ) '"' ) @!bad_redirect
                       after_redirect ;
after_creation  = "" | ( ' "' @next ( "-" | text %actions_end ) '"' ) @!bad_actions
                       after_actions ;
after_rule      = "" | ( " " @next ( "-" | word %creation_end ) ) @!bad_creation after_creation ;
after_cert      = "" | ( " " @next ( "-" | word %rule_end ) ) @!bad_rule after_rule ;
after_domain    = "" | ( ' "' @next ( "-" | text %cert_end ) '"' ) @!bad_cert after_cert ;
after_trace     = "" | ( ' "' @next ( "-" | text %vhost_end ) '"' ) @!bad_vhost after_domain ;
after_group     = "" | ( ' "' @next ( "-" | text %trace_id_end ) '"' ) @!bad_trace_id
                       after_trace ;
after_protocol  = "" | ( " " @next ( "-" | word %group_end ) ) @!bad_group after_group ;

# The first logs of Classic Load Balancers end after the request.
after_request   = "" | ( ' "' @next ( "-" | text %agent_end ) '"' ) @!bad_agent
                       ( " " @next ( "-" | word %cipher_end ) ) @!bad_cipher
                       ( " " @next ( "-" | word %tls_end ) ) @!bad_tls
                       after_protocol ;

record          = ( ( type %type_end " " @next )? utc_time %time_end ) @!bad_time
                  ( " " @next word %elb_end ) @!bad_elb
                  ( " " @next ( "-" | client ) ) @!bad_client
                  ( " " @next ( "-" | word %backend_end ) ) @!bad_backend
                  ( " " @next ( no_time | seconds %request_time_end ) ) @!bad_request_time
                  ( " " @next ( no_time | seconds %duration_end ) ) @!bad_duration
                  ( " " @next ( no_time | seconds %response_time_end ) ) @!bad_response_time
                  ( " " @next status ) @!bad_status
                  ( " " @next ( "-" | digit{3} %backend_status_end ) ) @!bad_backend_status
                  ( " " @next ( "-" | digit+ %received_end ) ) @!bad_received
                  ( " " @next bytes ) @!bad_bytes
                  ( ' "' @next request '"' ) @!bad_request
                  ( ( ( after_request - ends_in_cr ) %record_end
                    | after_request %record_end "\r" ) ( "\n" @line_end )? ) $!bad_end ;

main := ( record | comment | blank ) $~run $*likely ;
}%%
