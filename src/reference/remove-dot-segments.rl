/* SPDX-License-Identifier: MIT
 *
 * Removes dot-segments (RFC 3986, section 5.2.4), from the end of a path backwards. The
 * machines find the beginning of a segment, and whether it is a dot-segment.
 */
#include "reference/recompose.h"

/* Byte i of the two spans of a piece. */
static unsigned char byte_at(const struct recomposed_piece *piece, size_t i)
{
    return i < piece->dir_len ? piece->dir[i] : piece->text[i - piece->dir_len];
}

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
getkey byte_at(piece, to - 1 - p);

action segment_name             { segment->kind = NAME; segment->len = p; }
action segment_dot              { segment->kind = DOT; segment->len = p; }
action segment_dot_dot          { segment->kind = DOT_DOT; segment->len = p; }
action segment_encoded_dot      { segment->kind = ENCODED_DOT; segment->len = p; }
action segment_encoded_dot_dot  { segment->kind = ENCODED_DOT_DOT; segment->len = p; }
action segment_slash            { segment->slash = 1; }

include segments "reference/segments.rl";
write data noerror nofinal noentry;
}%%

/* Reads the `pe` bytes before path[to] from right to left: p counts the bytes read. */
static void read_segment(struct segment *segment, const struct recomposed_piece *piece,
                         size_t to, const size_t pe)
{
    const size_t eof = pe;
    size_t p = 0;
    int cs = segments_start;

    %% write exec;
    (void)cs;
}

static struct segment last_segment(const struct recomposed_piece *piece, size_t from,
                                   size_t to)
{
    struct segment segment = { NAME, 0, 0 };

    read_segment(&segment, piece, to, to - from);
    return segment;
}

/* The beginning of a path, read from left to right. */
struct prefixes {
    size_t len;                    /* of the leading "../", "./", "..", "." to remove */
    int rooted;
};

%%{
machine prefixes;
getkey byte_at(piece, p);

action prefix_root      { prefixes.rooted = 1; }
action prefix_dots      { prefixes.len = p < pe ? p + 1 : pe; }
action prefix_encoded   { if (!decode) goto stop; prefixes.len = p < pe ? p + 1 : pe; }

include prefixes "reference/prefixes.rl";
write data noerror nofinal noentry;
}%%

static struct prefixes read_beginning(const struct recomposed_piece *piece)
{
    struct prefixes prefixes = { 0, 0 };
    const int decode = (piece->how & PIECE_DECODE) != 0;   /* "%2E" counts as "." */
    const size_t pe = piece->dir_len + piece->len;
    const size_t eof = pe;
    size_t p = 0;
    int cs = prefixes_start;

    %% write exec;
stop:
    (void)cs;
    return prefixes;
}

void locus_recomposed_begin_path(struct recomposed_reader *reader,
                                 const struct recomposed_piece *piece)
{
    reader->path = piece;
    reader->lead = read_beginning(piece).len;
    reader->end = piece->dir_len + piece->len;
    reader->skip = 0;
    reader->last = 1;
    reader->any = 0;
    reader->empty_front = 0;
}

int locus_recomposed_next_segment(struct recomposed_reader *reader)
{
    const struct recomposed_piece *path = reader->path;

    while (reader->end > reader->lead) {
        struct segment segment = last_segment(path, reader->lead, reader->end);
        const size_t begin = reader->end - segment.len;
        const int last = reader->last;

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
    const struct recomposed_piece piece = { NULL, 0, path, len, 0 };

    return len - last_segment(&piece, 0, len).len;
}

int locus_recomposed_is_rooted(const unsigned char *path, size_t len)
{
    const struct recomposed_piece piece = { NULL, 0, path, len, 0 };

    return read_beginning(&piece).rooted;
}
