/* SPDX-License-Identifier: MIT
 *
 * The machine segments: the last segment of a path and the "/" before it (RFC
 * 3986, section 3.3), and whether the segment is a dot-segment (section 5.2.4).
 *
 * It reads from right to left, from the path's last byte. Removing dot-segments
 * backwards from the end takes one counter, forwards from the beginning a stack. So
 * every string here is reversed.
 */
%%{
machine segments;
alphtype unsigned char;

# 2.3   "." may be written "%2E"; 2.1: the case of its digits does not matter.
encoded_dot     = [Ee] "2%" ;                                   # %2E

# 3.3   segment = *pchar. The grammar of the URL has already checked its bytes.
any_segment     = ( any - "/" )* ;

# 3.3   "The path segments "." and "..", also known as dot-segments"
dot             = "." ;
dot_dot         = ".." ;

# The same with one or both dots encoded.
encoded_one     = encoded_dot ;
encoded_two     = ( "." | encoded_dot ){2} - dot_dot ;

segment         = any_segment - dot - dot_dot - encoded_one - encoded_two ;

main := ( segment       %segment_name
        | dot           %segment_dot
        | dot_dot       %segment_dot_dot
        | encoded_one   %segment_encoded_dot
        | encoded_two   %segment_encoded_dot_dot ) ( "/" @segment_slash )? ;
}%%
