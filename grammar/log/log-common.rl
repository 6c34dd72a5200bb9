/* SPDX-License-Identifier: MIT
 *
 * What several log formats have in common. A library: no main; it needs log-events.rl.
 */
%%{
machine log_common;

# The line ending. A final CR belongs to it, and at the end of a file it may be missing.
eol             = "\r"? ( "\n" @line_end )? ;
not_lf          = any - "\n" ;
ends_in_cr      = not_lf* "\r" ;

blank_line      = [ \t]* %blank_end eol ;
blank           = ( [ \t]* %blank_end ) $!bad_client ( eol $!bad_end ) ;

# In formats whose records cannot begin with "#".
not_comment     = ( any - "#" ) any* ;
comment         = "#" ( ( ( not_lf* - ends_in_cr ) %comment_end | not_lf* %comment_end "\r" )
                        ( "\n" @line_end )? ) $!bad_end ;

# The time in the Common Log Format: 10/Oct/2000:13:55:36 -0700
month           = "Jan" | "Feb" | "Mar" | "Apr" | "May" | "Jun"
                | "Jul" | "Aug" | "Sep" | "Oct" | "Nov" | "Dec" ;
day             = "0" [1-9] | [12] digit | "3" [01] ;
hour            = [01] digit | "2" [0-3] ;
minute          = [0-5] digit ;
second          = minute | "60" ;
zone            = [+\-] hour minute ;
clf_time        = day "/" month "/" digit{4} ":" hour ":" minute ":" second " " zone ;

# ISO 8601: 2018-07-02T22:23:00.186641Z
month_number    = "0" [1-9] | "1" [0-2] ;
iso_date        = digit{4} "-" month_number "-" day ;
iso_time        = hour ":" minute ":" second ( "." digit{1,9} )? ;
utc_time        = iso_date "T" iso_time "Z" ;
zoned_time      = iso_date "T" iso_time ( "Z" | [+\-] hour ":" minute ) ;

# Seconds since 1970-01-01T00:00:00Z. The year has four digits.
epoch           = digit{1,11} ( "." digit{1,9} )? ;
epoch_time      = digit{1,11} "." digit{3} ;

# HAProxy's: without a zone.
haproxy_time    = day "/" month "/" digit{4} ":" hour ":" minute ":" second "." digit{3} ;

# RFC 9110, 5.6.2: tchar
tchar           = [!#$%&'*+\-.^_`|~] | alnum ;
token           = tchar+ ;

# A name or an address with a port.
has_port        = any+ ":" digit+ ;

status          = "-" | digit{3} %status_end ;
bytes           = "-" | digit+ %bytes_end ;
}%%
