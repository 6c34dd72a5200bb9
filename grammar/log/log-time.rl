/* SPDX-License-Identifier: MIT
 *
 * The machine log-time: a time in a log; each digit has the event of the number that it
 * belongs to.
 */
%%{
machine log_time;
alphtype unsigned char;
include log_tokens "log/log-tokens.rl";

month_name      = "Jan" @january | "Feb" @february | "Mar" @march     | "Apr" @april
                | "May" @may     | "Jun" @june     | "Jul" @july      | "Aug" @august
                | "Sep" @september | "Oct" @october | "Nov" @november | "Dec" @december ;

time_of_day     = digit{2} $hour ":" digit{2} $minute ":" digit{2} $second ;
fraction        = "." digit{1,9} $fraction ;
date_by_name    = digit{2} >day_begins $day "/" month_name "/" digit{4} >year_begins $year ;
date_by_number  = digit{4} >year_begins $year "-" digit{2} $month_digit
                  "-" digit{2} >day_begins $day ;
offset          = ( "+" | "-" @west ) digit{2} $zone_hour ;

haproxy         = haproxy_time & ( date_by_name ":" time_of_day fraction ) ;
since_1970      = epoch & ( digit+ $epoch_digit fraction? ) ;
iso_8601        = zoned_time
                & ( date_by_number "T" time_of_day fraction?
                    ( "Z" @is_utc | offset >has_zone ":" digit{2} $zone_minute ) ) ;

# Apache's strftime() formats. There is no zone unless the format logs one.
strftime        = ( strftime_local | strftime_offset )
                & ( ( date_by_name | date_by_number ) [:T ] time_of_day fraction?
                    ( " "? offset >has_zone digit{2} $zone_minute )? ) ;

# A date and a time in two columns of a log in the W3C's format.
w3c             = ( iso_date [ \t] iso_time )
                & ( date_by_number [ \t] time_of_day @is_utc fraction? ) ;

columns := w3c ;
main := haproxy | iso_8601 | strftime | since_1970 ;
}%%
