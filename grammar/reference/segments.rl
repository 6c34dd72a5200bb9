/* SPDX-License-Identifier: MIT
 *
 * The machine segments: the last segment of a path and the "/" before it (RFC
 * 3986, section 3.3), and whether the segment is a dot-segment (section 5.2.4).
 *
 * It reads from the right to the left, KEY(0) being the path's last byte:
 * removing dot-segments from the end backwards takes one counter, and from the
 * beginning onwards a stack. So every word here stands in reverse.
 */
%%{
machine segments;
alphtype unsigned char;
getkey KEY(fpc);

action segment_name             { SEGMENT(NAME) }
action segment_dot              { SEGMENT(DOT) }
action segment_dot_dot          { SEGMENT(DOT_DOT) }
action segment_encoded_dot      { SEGMENT(ENCODED_DOT) }
action segment_encoded_dot_dot  { SEGMENT(ENCODED_DOT_DOT) }
action segment_slash            { SLASH }

# 2.3   "." may be written "%2E"; 2.1: its digits are without case.
encoded_dot     = [Ee] "2%" ;                                   # %2E

# 3.3   segment = *pchar. Which bytes a pchar is, the grammar of the URL has
#       said.
any_segment     = ( any - "/" )* ;

# 3.3   "The path segments "." and "..", also known as dot-segments"
dot             = "." ;
dot_dot         = ".." ;

# The same with their dots encoded, all or some.
encoded_one     = encoded_dot ;
encoded_two     = ( "." | encoded_dot ){2} - dot_dot ;

segment         = any_segment - dot - dot_dot - encoded_one - encoded_two ;

main := ( segment       %segment_name
        | dot           %segment_dot
        | dot_dot       %segment_dot_dot
        | encoded_one   %segment_encoded_dot
        | encoded_two   %segment_encoded_dot_dot ) ( "/" @segment_slash )? ;

write data noerror nofinal noentry;
}%%
MACHINE(segments)
{
    MACHINE_BEGIN(segments)
    %% write exec;
    MACHINE_END
}
