/* SPDX-License-Identifier: MIT
 *
 * RFC 3986, Appendix A: the structure of URI and URI-reference. A library: no main. It
 * needs common.rl, and the contents of each component: pchar, pchar_nc, query_byte,
 * fragment_byte and reg_name, from uri-chars.rl or defined by the including grammar.
 * Read it from the bottom up (see common.rl).
 */
%%{
machine uri;

# 3.5   fragment      = *( pchar / "/" / "?" )
fragment        = fragment_byte* $!bad_fragment %fragment_end ;

# 3.4   query         = *( pchar / "/" / "?" )
query           = query_byte* $!bad_query %query_end ;

# 3.3   segment       = *pchar
#       segment-nz    = 1*pchar
#       segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
segment         = pchar* ;
segment_nz      = pchar+ ;
segment_nz_nc   = pchar_nc+ ;

# 3.3   path-abempty  = *( "/" segment )
#       path-absolute = "/" [ segment-nz *( "/" segment ) ]
#       path-noscheme = segment-nz-nc *( "/" segment )
#       path-rootless = segment-nz *( "/" segment )
#       path-empty    = 0<pchar>
path_abempty    = ( "/" segment )*                        $!bad_path %path_end ;
path_absolute   = ( "/" ( segment_nz ( "/" segment )* )? ) $!bad_path %path_end ;
path_noscheme   = ( segment_nz_nc ( "/" segment )* )      $!bad_path %path_end ;
path_rootless   = ( segment_nz ( "/" segment )* )         $!bad_path %path_end ;
path_empty      = ""                                      $!bad_path %path_end ;

# 3.2.2 host          = IP-literal / IPv4address / reg-name
#
# Subtracted: an IPv4address is not a reg-name ("first-match-wins", 3.2.2), and the
# empty name is a case of its own.
host            = ( IP_literal
                  | IPv4address                     %host_ipv4
                  | ( reg_name - IPv4address - "" ) %host_name
                  | ""                              %host_empty ) $!bad_host ;

# 3.2   authority     = [ userinfo "@" ] host [ ":" port ]
#
# The two endings are separate alternatives, so that a host is committed only once: at
# its ":" it is not known yet whether it was a user (http://1.2.3.4:5@h:8/).
authority       = ( userinfo "@" @at )?
                  ( host %host_end
                  | host ":" >colon port %host_port_end ) ;

# 4.2   relative-part = "//" authority path-abempty
#                     / path-absolute
#                     / path-noscheme
#                     / path-empty
relative_part   = "//" @next authority path_abempty
                | path_absolute
                | path_noscheme
                | path_empty ;

# 4.2   relative-ref  = relative-part [ "?" query ] [ "#" fragment ]
relative_ref    = relative_part ( "?" query )? ( "#" fragment )? ;

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

# 4.1   URI-reference = URI / relative-ref
URI_reference   = URI | relative_ref ;
}%%
