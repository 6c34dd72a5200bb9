/* SPDX-License-Identifier: MIT
 *
 * The machine nginx-format: a string of a log_format of nginx (ngx_http_log_module).
 */
%%{
machine nginx_format;
alphtype unsigned char;
include config_text "log/config/config-text.rl";

# "http_NAME is an arbitrary request header field": the modules define variables with any
# name after a prefix.
prefix          = "arg_" | "cookie_" | "http_" | "sent_http_" | "sent_trailer_"
                | "upstream_http_" | "upstream_cookie_" | "upstream_trailer_"
                | "proxy_protocol_tlv_" | "ssl_client_" | "geoip_" | "geoip2_"
                | "jwt_claim_" | "jwt_header_" ;
parameter       = ( alnum | "_" )+ >parameter_begin ;
# A name extends as far as possible: a byte of a name has priority over a byte of the text
# after it.
name            = ( ( prefix parameter | ( alnum | "_" )+ ) $( longest, 1 ) | any_text )
                  >name_begin %name_end ;
item            = "$" @variable_begin ( name | "{" name "}" ) %variable_end ;
text            = ( any - [$\\] ) @literal $( longest, 0 ) ;

main := ( text | config_escape | item )* $!bad ;
}%%
