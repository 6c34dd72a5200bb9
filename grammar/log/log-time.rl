/* SPDX-License-Identifier: MIT
 *
 * The machine log-time: the digits of a time of a log.
 */
%%{
machine log_time;
alphtype unsigned char;
include log_common "log/log-common.rl";

month_name      = "Jan" @january | "Feb" @february | "Mar" @march     | "Apr" @april
                | "May" @may     | "Jun" @june     | "Jul" @july      | "Aug" @august
                | "Sep" @september | "Oct" @october | "Nov" @november | "Dec" @december ;

clf             = clf_time
                & ( digit{2} >day_begins $day "/" month_name "/" digit{4} >year_begins $year
                    ":" digit{2} $hour ":" digit{2} $minute ":" digit{2} $second
                    " " @has_zone ( "+" | "-" @west ) digit{2} $zone_hour digit{2} $zone_minute ) ;
haproxy         = haproxy_time
                & ( digit{2} >day_begins $day "/" month_name "/" digit{4} >year_begins $year
                    ":" digit{2} $hour ":" digit{2} $minute ":" digit{2} $second
                    "." digit{3} $fraction ) ;
since_1970      = epoch & ( digit+ $epoch_digit ( "." digit{1,9} $fraction )? ) ;
iso_8601        = zoned_time
                & ( digit{4} >year_begins $year "-" digit{2} $month_digit "-" digit{2} >day_begins $day
                    "T" digit{2} $hour ":" digit{2} $minute ":" digit{2} $second
                    ( "." digit{1,9} $fraction )?
                    ( "Z" @is_utc | ( "+" | "-" @west ) @has_zone
                      digit{2} $zone_hour ":" digit{2} $zone_minute ) ) ;

w3c             = ( iso_date [ \t] iso_time )
                & ( digit{4} >year_begins $year "-" digit{2} $month_digit
                    "-" digit{2} >day_begins $day
                    [ \t] digit{2} $hour ":" digit{2} $minute ":" digit{2} $second @is_utc
                    ( "." digit{1,9} $fraction )? ) ;

main := clf | haproxy | iso_8601 | w3c | since_1970 ;
}%%
