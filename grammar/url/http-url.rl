/* SPDX-License-Identifier: MIT
 *
 * The machine http_url: an http or https URI without userinfo (RFC 9110, section 4.2),
 * exactly, with an optional fragment (4.2.5).
 */
%%{
machine http_url;
alphtype unsigned char;
include common "rules/common.rl";
include uri_chars "rules/uri-chars.rl";
include uri "rules/uri.rl";

# RFC 9110 4.1
#       authority      = <authority, see [URI], Section 3.2>
#
# Departure: no userinfo ("treat its presence as an error", 4.2.4), and no empty host ("A
# recipient [...] MUST reject it as invalid", 4.2.1, 4.2.2).
http_host       = ( IP_literal
                  | IPv4address                     %host_ipv4
                  | ( reg_name - IPv4address - "" ) %host_name ) $!bad_host ;
http_authority  = http_host %host_end
                | http_host ":" >colon port %host_port_end ;

# RFC 9110 4.2.1
#       http-URI       = "http" "://" authority path-abempty [ "?" query ]
# RFC 9110 4.2.2
#       https-URI      = "https" "://" authority path-abempty [ "?" query ]
#
# Departure: a fragment may follow, as in a Location or a link. It "is not part of the
# scheme definition" (4.2.5), so the RFC's rules omit it.
http_scheme     = ( "http"i | "https"i ) $!bad_scheme %scheme_end ;
http_URL        = http_scheme ":" ( "//" @!bad_slashes @next )
                  http_authority path_abempty
                  ( "?" query )? ( "#" fragment )? ;

main := http_URL $~run $*likely %~accept;
}%%
