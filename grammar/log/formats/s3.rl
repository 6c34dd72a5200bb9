/* SPDX-License-Identifier: MIT
 *
 * The machine s3: server access logs of Amazon S3 (User Guide, "Amazon S3 server access log
 * format"). It reads one line and stops after its line feed.
 */
%%{
machine s3;
alphtype unsigned char;
include log_common "log/log-common.rl";

# Nothing is escaped.
quoted          = raw_request ;
method          = token ;
include log_request "log/log-request.rl";

# Any field may be "-": unknown, or it does not apply.
byte            = any - cntrl - [ "] ;
word            = byte+ - "-" ;
text            = raw_text - "-" ;
time            = " [" @next clf_time %time_end "]" ;
number          = digit+ ;

# Fields that were added at the end, one after another: a log may end after any of them.
others          = not_lf+ ;
after_acl       = "" | " " @next ( "" | others %trailing_end ) ;
after_arn       = "" | ( " " @next ( "-" | word %acl_end ) ) @!bad_acl after_acl ;
after_tls       = "" | ( " " @next ( "-" | word %arn_end ) ) @!bad_arn after_arn ;
after_host      = "" | ( " " @next ( "-" | word %tls_end ) ) @!bad_tls after_tls ;
after_auth      = "" | ( " " @next ( "-" | word %vhost_end ) ) @!bad_vhost after_host ;
after_cipher    = "" | ( " " @next ( "-" | word %auth_end ) ) @!bad_auth after_auth ;
after_signature = "" | ( " " @next ( "-" | word %cipher_end ) ) @!bad_cipher after_cipher ;
after_host_id   = "" | ( " " @next ( "-" | word %signature_end ) ) @!bad_signature after_signature ;
after_version   = "" | ( " " @next ( "-" | word %host_id_end ) ) @!bad_host_id after_host_id ;
after_agent     = "" | ( " " @next ( "-" | word %version_id_end ) ) @!bad_version_id after_version ;

record          = ( "-" | word %owner_end ) @!bad_owner
                  ( " " @next ( "-" | word %bucket_end ) ) @!bad_bucket
                  time @!bad_time
                  ( " " @next ( "-" | word %client_end ) ) @!bad_client
                  ( " " @next ( "-" | word %user_end ) ) @!bad_user
                  ( " " @next ( "-" | word %request_id_end ) ) @!bad_request_id
                  ( " " @next ( "-" | word %operation_end ) ) @!bad_operation
                  ( " " @next ( "-" | word %key_end ) ) @!bad_key
                  ( " " @next ( "-" %request_none | '"' @next request '"' ) ) @!bad_request
                  ( " " ( status >begin ) ) @!bad_status
                  ( " " @next ( "-" | word %error_end ) ) @!bad_error
                  ( " " @next bytes ) @!bad_bytes
                  ( " " @next ( "-" | number %size_end ) ) @!bad_size
                  ( " " @next ( "-" | number %duration_end ) ) @!bad_duration
                  ( " " @next ( "-" | number %turn_around_end ) ) @!bad_turn_around
                  ( " " @next ( "-" | '"' @next ( "-" | text %referer_end ) '"' ) ) @!bad_referer
                  ( " " @next ( "-" | '"' @next ( "-" | text %agent_end ) '"' ) ) @!bad_agent
                  ( ( ( after_agent - ends_in_cr ) %record_end
                    | after_agent %record_end "\r" ) ( "\n" @line_end )? ) $!bad_end ;

main := ( ( record & not_comment ) | comment | blank ) $~run $*likely ;
}%%
