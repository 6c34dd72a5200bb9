/* SPDX-License-Identifier: MIT
 *
 * The machine path_segments: the segments of a path, one by one. It stops after
 * each (src/schemes/split.c resumes it), and reads any byte: whether a path may hold
 * it was for the grammar of the URL to say.
 */
%%{
machine path_segments;
alphtype unsigned char;

action next             { BEGIN_AFTER }
action piece            { PIECE(p) if (p != pe) { fbreak; } }

# RFC 3986 3.3  segment       = *pchar
#               segment-nz    = 1*pchar
segment         = ( any - "/" )* ;
segment_nz      = ( any - "/" )+ ;

# RFC 3986 3.3  path          = path-abempty / path-absolute / path-noscheme
#                             / path-rootless / path-empty
#
# An empty path has no segment, "/" an empty one, "/a/" one more after "a".
main := ( ( segment_nz | "/" @next segment ) %piece
          ( "/" segment %piece )* )? ;

write data noerror nofinal noentry;
}%%
MACHINE(path_segments)
{
    MACHINE_BEGIN(path_segments)
    %% write exec;
    MACHINE_END
}
