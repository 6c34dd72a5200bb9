/* SPDX-License-Identifier: MIT
 *
 * The machine path_segments: the segments of a path, one by one. It stops after each
 * (src/schemes/split.rl resumes it). It accepts any byte, since the grammar of the URL
 * has already checked the path.
 */
%%{
machine path_segments;
alphtype unsigned char;

# RFC 3986 3.3  segment       = *pchar
#               segment-nz    = 1*pchar
segment         = ( any - "/" )* ;
segment_nz      = ( any - "/" )+ ;

# RFC 3986 3.3  path          = path-abempty / path-absolute / path-noscheme
#                             / path-rootless / path-empty
#
# An empty path has no segment, "/" has an empty one, "/a/" has "a" and an empty one.
main := ( ( segment_nz | "/" @next segment ) %piece
          ( "/" segment %piece )* )? ;
}%%
