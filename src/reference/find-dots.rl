/* SPDX-License-Identifier: MIT
 *
 * Finds the dot-segments of a path (grammar/reference/dot-segments.rl), once for each
 * kernel.
 */
#include "kernel/kernel.h"
#include "kernel/lens.h"
#include "reference/recompose.h"
#include "runs/find-dots-runs.h"

/* After so many, the search ends, and dots->end is the end of the path. */
enum { MANY = 8 };

%%{
machine dot_segments;
getkey KEY;

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }

# A segment begins, perhaps a dot-segment.
action segment_begin    { begin = p; }

action dots_end {
    if (dots->first == RECOMPOSED_NONE)
        dots->first = offset + (size_t)(begin - text);
    dots->end = offset + (size_t)(p - text);
    if (++dots->count == MANY)
        return cs;
}

action double_slash     { dots->double_slash = 1; }

include dot_segments "reference/dot-segments.rl";
write data noerror nofinal noentry;
}%%

/* Reads one of the two spans of a path, from state `cs` on. Returns the last state. */
static ALL_HOT int read_span(struct recomposed_dots *dots, const unsigned char *const text,
                             size_t len, size_t offset, int cs, int is_last)
{
    const unsigned char *p = text;
    const unsigned char *const pe = text + len;
    const unsigned char *const eof = is_last ? pe : NULL;
    const unsigned char *begin = p;
    LENS_BEGIN(dot_segments)

    %% write exec;
    return cs;
}

void KERNEL_NAME(find_dots)(struct recomposed_dots *dots,
                            const struct recomposed_piece *piece)
{
    int cs = dot_segments_start;

    *dots = (struct recomposed_dots){ .first = RECOMPOSED_NONE };
    /* A directory ends in "/": no segment is in both spans. */
    if (piece->dir_len > 0)
        cs = read_span(dots, piece->dir, piece->dir_len, 0, cs, 0);
    if (dots->count < MANY)
        read_span(dots, piece->text, piece->len, piece->dir_len, cs, 1);
    if (dots->count == MANY)
        dots->end = piece->dir_len + piece->len;
}
