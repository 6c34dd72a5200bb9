/* SPDX-License-Identifier: MIT
 *
 * The machine dot_segments: where the dot-segments of a path are (RFC 3986, sections 3.3 and
 * 5.2.4), read from left to right. What is before the first of them stays, and so does
 * what is after the last.
 */
%%{
machine dot_segments;
alphtype unsigned char;

char            = any - "/" ;

# 2.3   "." may be written "%2E"
any_dot         = "." | "%2E"i ;
dots            = any_dot{1,2} ;

segment         = dots >segment_begin %dots_end
                | ( char* - dots ) ;

# Without an authority before it, a path that begins with "//" would be read as one.
beginning       = "" | "/" ( "" | "/" @double_slash any* | char any* ) | char any* ;

main := ( ( segment ( "/" segment )* ) & beginning ) $~run $*likely ;
}%%
