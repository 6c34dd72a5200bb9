/* SPDX-License-Identifier: MIT
 *
 * A line of a log in the W3C's extended log file format (WD-logfile-960323), as IIS and
 * CloudFront write it: the directive #Fields names the columns, and each line has a value
 * for each. A library: no main; it needs log-events.rl, log-common.rl, w3c-events.rl, and
 * from the format `byte`, of which values consist, and `separator`.
 *
 * The machine does not know the columns. It finds the values and the form of each in the
 * same way in every column; the host looks up whether the column may have that form.
 */
%%{
machine w3c_line;

# The names of IIS and of CloudFront; others are unknown.
name_byte       = not_lf - [ \t\r] ;
known           = "c-ip"i %column_client
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
name            = known | ( name_byte+ - known ) %column_other ;

# All other lines that begin with "#" are comments, too. A directive ends before a "\r".
hash            = "#" @comment any* ;
directive       = "#Fields:" @columns_begin [ \t]* ( name ( [ \t]+ name )* [ \t]* )? ;
remark          = ( "#" not_lf* ) - ( "#Fields:" not_lf* ) ;
comments        = ( directive | ( remark - ends_in_cr ) ) %comment_end "\r"?
                | remark %comment_end "\r" ;
comment_line    = ( comments & hash ) ( "\n" @line_end )? ;

word            = byte+ ;
marked          = word & ( any - ":" | ":" @colon )* ;
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
line            = ( values %columns_end eol | comment_line | blank_line ) $!bad_end ;
}%%
