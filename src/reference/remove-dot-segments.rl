/* SPDX-License-Identifier: MIT
 *
 * Removes dot-segments (RFC 3986, section 5.2.4), from the end of a path backwards. The
 * machines find the beginning of a segment, and whether it is a dot-segment.
 */
#include "kernel/kernel.h"
#include "reference/recompose.h"

/* The last segment of path[from..to). */
struct segment {
    enum {
        NAME,
        DOT,
        DOT_DOT,
        ENCODED_DOT,
        ENCODED_DOT_DOT
    } kind;
    size_t len;
    int slash;                     /* a "/" is before it */
};

%%{
machine segments;
getkey end[-1 - (ptrdiff_t)p];

action segment_name             { segment->kind = NAME; segment->len = p; }
action segment_dot              { segment->kind = DOT; segment->len = p; }
action segment_dot_dot          { segment->kind = DOT_DOT; segment->len = p; }
action segment_encoded_dot      { segment->kind = ENCODED_DOT; segment->len = p; }
action segment_encoded_dot_dot  { segment->kind = ENCODED_DOT_DOT; segment->len = p; }
action segment_slash            { segment->slash = 1; }

include segments "reference/segments.rl";
write data noerror nofinal noentry;
}%%

/* Reads the `pe` bytes before `end` from right to left: p counts the bytes read. */
static inline struct segment segment_before(const unsigned char *end, const size_t pe)
{
    struct segment read = { NAME, 0, 0 };
    struct segment *const segment = &read;
    const size_t eof = pe;
    size_t p = 0;
    int cs = segments_start;

    %% write exec;
    (void)cs;
    return read;
}

static struct segment last_segment(const struct recomposed_piece *piece, size_t from,
                                   size_t to)
{
    const size_t dir_len = piece->dir_len;
    struct segment segment;

    if (to <= dir_len)
        return segment_before(piece->dir + to, to - from);
    if (from >= dir_len)
        return segment_before(piece->text + (to - dir_len), to - from);
    /* A directory ends in "/": no segment is in both spans. */
    segment = segment_before(piece->text + (to - dir_len), to - dir_len);
    segment.slash = 1;
    return segment;
}

/* The beginning of a path, read from left to right. */
struct prefixes {
    size_t len;                    /* of the leading "../", "./", "..", "." to remove */
    size_t ups;                    /* how many of them have two dots */
    int rooted;
};

%%{
machine prefixes;

# The byte at p is the "/" after the segment, which is removed with it, or p is pe.
action prefix_root      { prefixes.rooted = 1; }
action prefix_dot       { prefixes.len = (size_t)(p - text) + (p < pe); }
action prefix_dot_dot   { prefixes.len = (size_t)(p - text) + (p < pe); prefixes.ups++; }
action prefix_encoded {
    if (!decode)
        goto stop;
    prefixes.len = (size_t)(p - text) + (p < pe);
}

include prefixes "reference/prefixes.rl";
write data noerror nofinal noentry;
}%%

/* `decode`: "%2E" counts as ".". */
static inline struct prefixes read_beginning(const unsigned char *const text, size_t len,
                                             int decode)
{
    struct prefixes prefixes = { 0, 0, 0 };
    const unsigned char *p = text;
    const unsigned char *const pe = text + len;
    const unsigned char *const eof = pe;
    int cs = prefixes_start;

    %% write exec;
stop:
    (void)cs;
    return prefixes;
}

/* The length of what is removed from the beginning of a path. */
static size_t prefixes_length(const struct recomposed_piece *piece)
{
    const int decode = (piece->how & PIECE_DECODE) != 0;
    size_t len = 0;

    if (piece->dir_len > 0)
        len = read_beginning(piece->dir, piece->dir_len, decode).len;
    /* A directory ends in "/": no dot-segment is in both spans. */
    if (len == piece->dir_len)
        len += read_beginning(piece->text, piece->len, decode).len;
    return len;
}

#define DECLARE_FINDER(kernel, needs) \
    void KERNEL_PASTE(find_dots, kernel)(struct recomposed_dots *dots, \
                                         const struct recomposed_piece *piece);
LOCUS_KERNELS(DECLARE_FINDER)

void locus_find_dots(struct recomposed_dots *dots, const struct recomposed_piece *piece)
{
    static void (*const finders[KERNEL_COUNT])(struct recomposed_dots *,
                                               const struct recomposed_piece *) = {
#define NAME_FINDER(kernel, needs) [KERNEL_##kernel] = KERNEL_PASTE(find_dots, kernel),
        LOCUS_KERNELS(NAME_FINDER)
    };

    finders[locus_kernel_in_use()](dots, piece);
}

void locus_recomposed_begin_path(struct recomposed_reader *reader,
                                 const struct recomposed_piece *piece)
{
    reader->path = piece;
    reader->lead = 0;
    reader->end = piece->dir_len + piece->len;
    reader->skip = 0;
    if (!(piece->how & PIECE_TOGETHER) || reader->form->dots.first == 0)
        reader->lead = prefixes_length(piece);
    reader->last = 1;
    reader->any = 0;
    reader->empty_front = 0;
}

/* Makes path[from..to) the span, or, if it is in both spans of the piece, its part in the
   second one. Returns whether the span is all of it. */
static int take_span(struct recomposed_reader *reader, size_t from, size_t to)
{
    const struct recomposed_piece *path = reader->path;
    const int is_whole = from >= path->dir_len || to <= path->dir_len;

    if (!is_whole)
        from = path->dir_len;
    locus_recomposed_begin_span(reader, from < path->dir_len
                                ? path->dir + from : path->text + (from - path->dir_len),
                                to - from);
    reader->end = from;
    reader->last = 0;
    reader->any = 1;
    return is_whole;
}

/* Takes adjacent segments that stay: those after the last dot-segment, or those before the
   first if no ".." is unmatched. Returns 0 if there are none here. */
static int take_segments(struct recomposed_reader *reader)
{
    const struct recomposed_dots *const dots = &reader->form->dots;

    if (!(reader->how & PIECE_TOGETHER))
        return 0;
    if (dots->first == RECOMPOSED_NONE
        || (reader->end < dots->first && reader->skip == 0 && reader->lead == 0)) {
        take_span(reader, 0, reader->end);
        reader->empty_front = (uint8_t)dots->double_slash;
        return 1;
    }
    /* Not with PIECE_GUARD: whether the first of these is empty is not known. */
    if (reader->end > dots->end && !(reader->how & PIECE_GUARD)) {
        if (take_span(reader, dots->end + 1, reader->end)) {
            reader->slash = 1;
            reader->end = dots->end;
        }
        return 1;
    }
    return 0;
}

int locus_recomposed_next_segment(struct recomposed_reader *reader)
{
    const struct recomposed_piece *path = reader->path;

    while (reader->end > reader->lead) {
        struct segment segment;
        size_t begin;
        int last;

        if (take_segments(reader))
            return 1;
        segment = last_segment(path, reader->lead, reader->end);
        begin = reader->end - segment.len;
        last = reader->last;
        reader->end = begin - (size_t)segment.slash;
        reader->last = 0;
        if (!(reader->how & PIECE_DECODE) && segment.kind >= ENCODED_DOT)
            segment.kind = NAME;
        switch (segment.kind) {
        case NAME:
            if (reader->skip > 0) {
                reader->skip--;
                continue;
            }
            break;
        case DOT_DOT:
        case ENCODED_DOT_DOT:
            reader->skip++;
            if (!last)
                continue;
            segment.len = 0;       /* "/.." at the end leaves "/" */
            break;
        case DOT:
        case ENCODED_DOT:
            if (!last)
                continue;
            segment.len = 0;       /* "/." at the end leaves "/" */
            break;
        }
        locus_recomposed_begin_span(
            reader,
            begin < path->dir_len ? path->dir + begin
                                  : path->text + (begin - path->dir_len),
            segment.len);
        reader->slash = (uint8_t)segment.slash;
        reader->empty_front = segment.slash && segment.len == 0 && reader->any;
        reader->any = 1;
        return 1;
    }
    return 0;
}

size_t locus_recomposed_directory(const unsigned char *path, size_t len)
{
    return len - segment_before(path + len, len).len;
}

size_t locus_recomposed_merge(const unsigned char *dir, size_t *dir_len,
                              const unsigned char *path, size_t len)
{
    const struct prefixes prefixes = read_beginning(path, len, 0);

    for (size_t ups = prefixes.ups; ups > 0 && *dir_len > 1; ups--)
        *dir_len = locus_recomposed_directory(dir, *dir_len - 1);
    return prefixes.len;
}

int locus_recomposed_is_rooted(const unsigned char *path, size_t len)
{
    return read_beginning(path, len, 0).rooted;
}
