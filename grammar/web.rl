/* SPDX-License-Identifier: MIT
 *
 * The machine web: URLs as logs and pages hold them. RFC 3986's structure, its
 * parts where RFC 3986 would find them, and more bytes inside the parts. Rules
 * that differ from RFC 3986, Appendix A are marked. To be read from the bottom
 * up (see common.rl).
 */
%%{
machine web;
alphtype unsigned char;
getkey KEY;
include events "events.rl";
include common "common.rl";
include web_common "web-common.rl";

# Departure: web_char for pchar, and "#" may recur.
fragment        = web_char* $!bad_fragment %fragment_end ;

# Departure: web_char for pchar.
query           = ( web_char - "#" )* $!bad_query %query_end ;

# 3.3   segment       = *pchar
#       segment-nz    = 1*pchar
segment         = web_pchar* ;
segment_nz      = web_pchar+ ;

# 3.3   path-abempty  = *( "/" segment )
#       path-absolute = "/" [ segment-nz *( "/" segment ) ]
#       path-rootless = segment-nz *( "/" segment )
#       path-empty    = 0<pchar>
path_abempty    = ( "/" segment )*                        $!bad_path %path_end ;
path_absolute   = ( "/" ( segment_nz ( "/" segment )* )? ) $!bad_path %path_end ;
path_rootless   = ( segment_nz ( "/" segment )* )         $!bad_path %path_end ;
path_empty      = ""                                      $!bad_path %path_end ;

# Departure: web_name_char for what a reg-name holds.
reg_name        = ( web_name_char | pct_encoded )* ;

# 3.2.2 host          = IP-literal / IPv4address / reg-name
#
# Subtracted: what is an IPv4address is no reg-name ("first-match-wins", 3.2.2),
# and the empty name is told apart.
host            = ( IP_literal
                  | IPv4address                     %host_ipv4
                  | ( reg_name - IPv4address - "" ) %host_name
                  | ""                              %host_empty ) $!bad_host ;

# 3.2   authority     = [ userinfo "@" ] host [ ":" port ]
authority       = ( userinfo "@" @at )?
                  ( host %host_end
                  | host ":" >colon port %host_port_end ) ;

# 3     hier-part     = "//" authority path-abempty
#                     / path-absolute
#                     / path-rootless
#                     / path-empty
hier_part       = "//" @next authority path_abempty
                | path_absolute
                | path_rootless
                | path_empty ;

# 3     URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
URI             = scheme ":" hier_part ( "?" query )? ( "#" fragment )? ;

main := URI $~run $*likely %~accept;

write data noerror nofinal noentry;
}%%
MACHINE(web)
{
    MACHINE_BEGIN(web)
    %% write exec;
    MACHINE_END
}
