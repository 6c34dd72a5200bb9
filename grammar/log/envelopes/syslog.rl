/* SPDX-License-Identifier: MIT
 *
 * The machine syslog: a line of a file to which rsyslog, syslog-ng or another syslog daemon
 * writes (syslog-header.rl). It reads one line without its line ending.
 */
%%{
machine syslog;
alphtype unsigned char;
include log_tokens "log/log-tokens.rl";
include syslog_header "log/envelopes/syslog-header.rl";

text            = not_lf* ;
ietf_message    = ( bom @message text | ( text - ( bom any* ) ) ) %message_end ;
# The message may be missing, also after the header of RFC 3164.
none            = "" %blank_end ;
record          = priority? ( bsd_header ( none | " " @message text %message_end )
                            | ietf_header ( none | " " @message ietf_message ) ) ;

main := ( record | [ \t]* %blank_end ) $~run $*likely ;
}%%
