/* SPDX-License-Identifier: MIT
 *
 * A line of a log in the W3C's extended log file format (WD-logfile-960323), as IIS and
 * CloudFront write it: the directive #Fields names the columns, each line has a value for
 * each. A library: no main; it needs log-events.rl, log-common.rl, w3c-events.rl, and from
 * the format `byte`, of which values consist, and `separator`.
 *
 * Which columns there are is not known to the machine. It finds the values and what each
 * looks like, in the same way in every column; whether the column may have such a value is
 * looked up.
 */
%%{
machine w3c_line;

# The names of IIS and of CloudFront; others are unknown.
name_byte       = not_lf - [ \t\r] ;
known           =
                  "c-ip"i %column_client
                | "cs-username"i %column_user
                | "cs-method"i %column_method
                | "cs-version"i %column_protocol
                | "cs-protocol-version"i %column_protocol
                | "sc-status"i %column_status
                | "sc-bytes"i %column_bytes
                | "cs(referer)"i %column_referer
                | "cs(user-agent)"i %column_agent
                | "cs-host"i %column_vhost
                | "x-host-header"i %column_vhost
                | "time-taken"i %column_duration
                | "date"i %column_date
                | "time"i %column_clock
                | "cs-uri"i %column_target
                | "cs-uri-stem"i %column_stem
                | "cs-uri-query"i %column_query
                | "s-sitename"i %column_site
                | "s-computername"i %column_computer
                | "s-ip"i %column_server
                | "s-port"i %column_server_port
                | "cs(cookie)"i %column_cookie
                | "sc-substatus"i %column_substatus
                | "sc-win32-status"i %column_win32_status
                | "cs-bytes"i %column_received
                | "x-edge-location"i %column_edge
                | "cs(host)"i %column_distribution
                | "x-edge-result-type"i %column_result
                | "x-edge-request-id"i %column_request_id
                | "cs-protocol"i %column_scheme
                | "x-forwarded-for"i %column_forwarded
                | "ssl-protocol"i %column_tls
                | "ssl-cipher"i %column_cipher
                | "x-edge-response-result-type"i %column_response_result
                | "fle-status"i %column_fle_status
                | "fle-encrypted-fields"i %column_fle_fields
                | "c-port"i %column_client_port
                | "time-to-first-byte"i %column_first_byte
                | "x-edge-detailed-result-type"i %column_detailed_result
                | "sc-content-type"i %column_type
                | "sc-content-len"i %column_length
                | "sc-range-start"i %column_range_begin
                | "sc-range-end"i %column_range_end ;
known_name      = "c-ip"i | "cs-username"i | "cs-method"i | "cs-version"i
                 | "cs-protocol-version"i | "sc-status"i | "sc-bytes"i | "cs(referer)"i
                 | "cs(user-agent)"i | "cs-host"i | "x-host-header"i | "time-taken"i
                 | "date"i | "time"i | "cs-uri"i | "cs-uri-stem"i | "cs-uri-query"i | "s-sitename"i
                 | "s-computername"i | "s-ip"i | "s-port"i | "cs(cookie)"i
                 | "sc-substatus"i | "sc-win32-status"i | "cs-bytes"i
                 | "x-edge-location"i | "cs(host)"i | "x-edge-result-type"i
                 | "x-edge-request-id"i | "cs-protocol"i | "x-forwarded-for"i
                 | "ssl-protocol"i | "ssl-cipher"i | "x-edge-response-result-type"i
                 | "fle-status"i | "fle-encrypted-fields"i | "c-port"i
                 | "time-to-first-byte"i | "x-edge-detailed-result-type"i
                 | "sc-content-type"i | "sc-content-len"i | "sc-range-start"i
                 | "sc-range-end"i ;
name            = known | ( name_byte+ - known_name ) %column_other ;

# All other lines that begin with "#" are comments, too. A directive ends before a "\r".
hash            = "#" @comment any* ;
directive       = "#Fields:" @columns_begin [ \t]* ( name ( [ \t]+ name )* [ \t]* )? ;
remark          = ( "#" not_lf* ) - ( "#Fields:" not_lf* ) ;
comments        = ( directive | ( remark - ends_in_cr ) ) %comment_end "\r"?
                | remark %comment_end "\r" ;
comment_line    = ( comments & hash ) ( "\n" @line_end )? ;

word            = byte+ ;
marked          = word & ( any - ":" | ":" @colon )* ;
has_port        = any+ ":" digit+ ;
number          = digit{3} | digit+ | digit+ "." digit+ ;
special         = "-" | number | iso_date | iso_time ;
value           = "-" %value_none
                | digit{3} %value_status
                | ( digit+ - digit{3} ) %value_digits
                | ( digit+ "." digit+ ) %value_decimal
                | iso_date %value_date
                | iso_time %value_clock
                | ( ( marked & has_port ) - special ) %value_port
                | ( marked - has_port - special ) %value_other ;

# The first value does not begin with "#", nor with a space: a line may be blank.
values          = ( value ( separator @next value )* ) & ( ( any - [# ] ) any* ) ;
line            = ( values %columns_end eol | comment_line | [ \t]* %blank_end eol ) $!bad_end ;
}%%
