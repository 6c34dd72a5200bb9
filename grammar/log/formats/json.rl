/* SPDX-License-Identifier: MIT
 *
 * The machine json: access logs with a JSON object (RFC 8259) in each line, as Caddy,
 * Traefik (format json), nginx (log_format with escape=json) and Envoy (json_format) write
 * them. It reads one line and stops after its line feed.
 *
 * It knows the keys of Caddy, of Traefik and of Envoy as Istio configures it, and the names
 * of nginx's variables. It skips other members, whatever they contain.
 */
%%{
machine json;
alphtype unsigned char;
include log_common "log/log-common.rl";
include log_doubles "log/log-doubles.rl";

ws              = [ \t]* ;
byte            = any - 0x00..0x1f ;
escaped         = "\\" @escape byte ;
quoted          = ( byte - ["\\] | escaped )* ;
string          = '"' ( byte - ["\\] | "\\" byte )* '"' ;
atom            = ( alnum | [+\-.] )+ ;

# Departure: in members that are skipped, "{" and "[" are not distinguished, and values may
# follow each other in any way. Arrays and objects nest at most twelve deep.
other           = ( byte | "\t" ) - ["\[\]{}] ;
nested_12       = [\[{] ( other | string )* [\]}] ;
nested_11       = [\[{] ( other | string | nested_12 )* [\]}] ;
nested_10       = [\[{] ( other | string | nested_11 )* [\]}] ;
nested_9        = [\[{] ( other | string | nested_10 )* [\]}] ;
nested_8        = [\[{] ( other | string | nested_9 )* [\]}] ;
nested_7        = [\[{] ( other | string | nested_8 )* [\]}] ;
nested_6        = [\[{] ( other | string | nested_7 )* [\]}] ;
nested_5        = [\[{] ( other | string | nested_6 )* [\]}] ;
nested_4        = [\[{] ( other | string | nested_5 )* [\]}] ;
nested_3        = [\[{] ( other | string | nested_4 )* [\]}] ;
nested_2        = [\[{] ( other | string | nested_3 )* [\]}] ;
nested_1        = [\[{] ( other | string | nested_2 )* [\]}] ;
nested          = nested_1 ;
value           = string | atom | nested ;

# "" and "-" stand for a value that is missing. So does a value of another type.
text            = '"' @next ( "" | "-" | ( quoted - "" - "-" ) %text_end ) '"' ;
text_value      = text | atom | nested ;

# A host with or without a port.
marked          = quoted & ( any - ":" | ":" @colon )* ;
host            = '"' @next ( "" | "-" | ( marked & has_port ) %vhost_port_end
                            | ( marked - has_port - "" - "-" ) %vhost_text_end ) '"' ;
host_value      = host | atom | nested ;

# Numbers, which may be strings. Of a double, the host asks the machine log-number whether it
# is an integer.
three           = digit{3} ;
status_value    = three >here %json_status_end | double >here %json_status_double
                | '"' @next ( three %json_status_end | double %json_status_double ) '"'
                | ( value - three - double - ( '"' ( three | double ) '"' ) ) ;
bytes_value     = digit+ >here %json_bytes_end | double >here %json_bytes_double
                | '"' @next ( digit+ %json_bytes_end | double %json_bytes_double ) '"'
                | ( value - digit+ - double - ( '"' ( digit+ | double ) '"' ) ) ;
# Envoy logs milliseconds, as integers; Caddy logs seconds, with a decimal point.
seconds         = double ;
any_duration    = digit+ | seconds ;
duration_value  = digit+ >here %milliseconds_end | '"' @next digit+ %milliseconds_end '"'
                | seconds >here %seconds_end | '"' @next seconds %seconds_end '"'
                | ( value - any_duration - ( '"' any_duration '"' ) ) ;
seconds_value   = any_duration >here %seconds_end | '"' @next any_duration %seconds_end '"'
                | ( value - any_duration - ( '"' any_duration '"' ) ) ;
# Traefik logs nanoseconds, as integers.
nanoseconds_value = digit+ >here %nanoseconds_end | double >here %nanoseconds_double
                | ( value - digit+ - double ) ;
any_time        = clf_time | zoned_time | epoch ;
time_value      = epoch >here %json_time_end | '"' @next any_time %json_time_end '"'
                | ( value - epoch - ( '"' any_time '"' ) ) ;

method          = token - "-" ;
include log_request "log/log-request.rl";

# Members of an object, without its braces.
colon_sign      = ws ":" ws ;
comma           = ws "," ws ;

# Header fields have lists of values, of which the first counts if it is a string.
after_first     = ( other | string | nested_2 )* [\]}] ;
list            = "[" ws string after_first ;
first           = "[" ws text after_first ;
header_value    = text | first | atom | ( nested - list ) ;
header_key      = "User-Agent"i %key_agent | "Referer"i %key_referer ;
header          = '"' header_key '"' colon_sign header_value
                | ( string - ( '"' header_key '"' ) ) colon_sign value ;
headers         = "{" ws ( header ( comma header )* ws )? "}" ;

# Caddy's object "request".
part_key        = ( "remote_ip" | "client_ip" ) %key_client | "proto" %key_protocol
                | "method" %key_method | "uri" %key_target ;
part            = '"' part_key '"' colon_sign text_value
                | '"host"' colon_sign host_value
                | '"headers"' colon_sign ( headers | string | atom )
                | ( string - ( '"' ( part_key | "host" | "headers" ) '"' ) ) colon_sign value ;
parts           = "{" ws ( part ( comma part )* ws )? "}" ;

text_key        = ( "remote_addr" | "remote_ip" | "client_ip" | "ClientHost" | "x_forwarded_for"
                  | "downstream_remote_address" ) %key_client
                | ( "remote_user" | "ClientUsername" | "user_id" ) %key_user
                | ( "method" | "request_method" | "RequestMethod" ) %key_method
                | ( "uri" | "request_uri" | "path" | "RequestPath" ) %key_target
                | ( "proto" | "protocol" | "server_protocol" | "RequestProtocol" ) %key_protocol
                | ( "http_referer" | "referer" | "request_Referer" ) %key_referer
                | ( "http_user_agent" | "user_agent" | "request_User-Agent" ) %key_agent ;
host_name       = "host" | "http_host" | "server_name" | "authority" | "RequestHost" ;
status_name     = "status" | "response_code" | "DownstreamStatus" ;
bytes_name      = "size" | "body_bytes_sent" | "bytes_sent" | "DownstreamContentSize" ;
time_name       = "ts" | "time" | "time_local" | "time_iso8601" | "msec" | "start_time" | "StartUTC" ;
known           = text_key | host_name | status_name | bytes_name | time_name | "duration"
                | "request_time" | "Duration" | "request" ;
member          = '"' text_key '"' colon_sign text_value
                | '"' host_name '"' colon_sign host_value
                | '"' status_name '"' colon_sign status_value
                | '"' bytes_name '"' colon_sign bytes_value
                | '"' time_name '"' colon_sign time_value
                | '"duration"' colon_sign duration_value
                | '"request_time"' colon_sign seconds_value
                | '"Duration"' colon_sign nanoseconds_value
                | '"request"' colon_sign ( parts | '"' @next request '"' | atom )
                | ( string - ( '"' known '"' ) ) colon_sign value ;
object          = "{" ws ( member ( comma member )* ws )? "}" ;

record          = ws object ws %object_end eol ;
main := ( record | comment | blank_line ) $!bad_end $~run $*likely ;
}%%
