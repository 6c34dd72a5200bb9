/* SPDX-License-Identifier: MIT
 *
 * The tokens of logs, without events. A library: no main.
 */
%%{
machine log_tokens;

not_lf          = any - "\n" ;
ends_in_cr      = not_lf* "\r" ;

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

# Times of which strftime() writes the parts that a configuration names, with a fraction
# after it. The date is by name, as in the Common Log Format, or by number.
strftime_date   = ( day "/" month "/" digit{4} | iso_date ) [:T ] ;
strftime_local  = strftime_date iso_time ;
strftime_offset = strftime_date iso_time " "? zone ;

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
}%%
