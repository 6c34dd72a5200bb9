/* SPDX-License-Identifier: MIT
 *
 * The header of a syslog message, as rsyslog, syslog-ng and journald write it to files, in
 * the format of BSD (RFC 3164) or of the IETF (RFC 5424). A library: no main; it needs
 * log-tokens.rl, and from the host the events of the header's fields.
 */
%%{
machine syslog_header;

# RFC 3164, 4.1.1: "<", a number, ">". It is in files whose template has it.
priority        = "<" @priority_begins digit{1,3} %priority_end ">" ;

# RFC 3164, 4.1.2: TIMESTAMP is "Mmm dd hh:mm:ss", with a space for a missing digit.
#
# Departure: rsyslog and syslog-ng also write the date and time of RFC 3339, or a date and
# a time without a zone.
bsd_day         = " " [1-9] | [12] digit | "3" [01] ;
bsd_time        = month " " bsd_day " " hour ":" minute ":" second ( "." digit{1,9} )? ;
local_time      = iso_date " " iso_time ;
bsd_stamp       = ( bsd_time | zoned_time | local_time ) >here %logged_end ;

# The name of the sender has no colon at its end, unlike the tag. It may be missing: nginx
# (nohostname) and HAProxy send none.
word_byte       = any - cntrl - " " ;
word            = word_byte+ ;
sender          = ( word - ( any* ":" ) ) >word_begins %sender_end ;

# 4.1.3: TAG is the name of the program, in most messages with the number of its process.
program         = ( word_byte - [:\[\]] )+ >word_begins %program_end ;
process         = ( word_byte - [\[\]] )+ >here %process_end ;
tag             = program ( "[" process "]" )? ":" ;
# BusyBox writes the facility and the severity before the tag: "daemon.info".
severity        = lower ( lower | digit )* "." lower+ ;
bsd_header      = bsd_stamp " " ( sender " " ( severity " " )? )? tag ;

# RFC 5424, 6: SYSLOG-MSG = HEADER SP STRUCTURED-DATA [SP MSG],
# HEADER = PRI VERSION SP TIMESTAMP SP HOSTNAME SP APP-NAME SP PROCID SP MSGID.
# "-" stands for a value that is missing.
version         = [1-9] digit{0,2} ;
ietf_stamp      = "-" | zoned_time >here %logged_end ;
nil_or_sender   = "-" | ( word - "-" ) >word_begins %sender_end ;
nil_or_program  = "-" | ( word - "-" ) >word_begins %program_end ;
nil_or_process  = "-" | ( word - "-" ) >here %process_end ;

# 6.3: STRUCTURED-DATA = NILVALUE / 1*SD-ELEMENT. In a value, "\" comes before '"', "\", "]".
sd_name         = ( word_byte - ["=\]] )+ ;
sd_value        = ( not_lf - ["\\\]] | "\\" not_lf )* ;
sd_element      = "[" sd_name ( " " sd_name '="' sd_value '"' )* "]" ;
structured_data = "-" | sd_element+ ;

# 6.4: MSG may begin with a byte order mark (MSG-UTF8), which is not a part of the message.
bom             = 0xef 0xbb 0xbf ;
ietf_header     = version " " ietf_stamp " " nil_or_sender " " nil_or_program " "
                  nil_or_process " " word " " structured_data ;
}%%
