/* SPDX-License-Identifier: MIT
 *
 * The machine findings_path: segments of a path that servers, proxies and file systems
 * normalize differently, so that the path leads to different places (RFC 3986, sections
 * 5.2.4 and 7.3; RFC 1808 has ";" in segments); and the kinds of octets in the path, so that
 * it is read once.
 */
%%{
machine findings_path;
alphtype unsigned char;

include octet_kinds "findings/octet-kinds.rl";

slash           = "/" ;
# Separators only for readers that decode the path, or take "\" for "/".
hidden_slash    = "%2F"i | "%5C"i | "\\" ;

plain_dot       = "." ;
plain_dotdot    = ".." ;
dot             = "." | "%2E"i ;
dotdot          = dot dot ;
hidden_dot      = dot - plain_dot ;
hidden_dotdot   = dotdot - plain_dotdot ;

# A segment with a name: anything else without a separator.
named           = ( ( any - slash )+ - ( any* hidden_slash any* ) )
                  - dot - dotdot ;

# The text between two "/". If it contains a hidden separator, all dot-segments that
# this creates are hidden.
plain_segment   = plain_dot %dot
                | plain_dotdot %dot_up
                | hidden_dot %hidden
                | hidden_dotdot %hidden_up
                | named %down ;
before_hidden   = dot hidden_slash @hidden
                | dotdot hidden_slash @hidden_up
                | named hidden_slash @down
                | hidden_slash ;
after_hidden    = dot %hidden
                | dotdot %hidden_up
                | named %down
                | "" ;
segment         = plain_segment | before_hidden+ after_hidden ;

# "/" alone has no empty segment, and the last segment may be empty.
segments        = ( segment slash | slash @empty )* segment? ;
path            = slash segments | segment ( slash segments )? | "" ;

# ";" in a segment: some readers truncate the segment there before they look for
# dot-segments, and some of these decode "%3B" first.
semicolon       = ";" | "%3B"i ;
parameters      = any* ";" @parameter any* ;
dot_parameters  = ( any* ( slash | hidden_slash ) )?
                  ( dot | dotdot ) semicolon @dot_parameter any* ;

# Encoded white space at either end of a segment, which many programs trim and Windows
# removes: Unicode's White_Space; 1C to 1F, which Python also trims; and U+FEFF, which
# ECMAScript also trims. (Latin-1's "%A0" is not UTF-8, and in "%C3%A0" it is part of a
# letter.)
white_space     = "%20" | "%09" | "%0" [A-Da-d] | "%1" [C-Fc-f]
                | "%C2"i ( "%85" | "%A0"i )                     # U+0085, U+00A0
                | "%E1%9A%80"i                                  # U+1680
                | "%E2%80"i ( "%8" ( digit | "A"i )             # U+2000 to U+200A
                            | "%A8"i | "%A9"i | "%AF"i )        # U+2028, 2029, 202F
                | "%E2%81%9F"i                                  # U+205F
                | "%E3%80%80"i                                  # U+3000
                | "%EF%BB%BF"i ;                                # U+FEFF
divider         = slash | hidden_slash ;
segment_space   = ( any* divider )? white_space @segment_space any*
                | any* white_space ( divider | semicolon ) @segment_space any*
                | any* white_space %segment_space ;

main := ( path | parameters | dot_parameters | segment_space | octet_kinds ) $~run $*likely ;
}%%
