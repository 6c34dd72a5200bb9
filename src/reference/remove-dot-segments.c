/* SPDX-License-Identifier: MIT
 *
 * Removes dot-segments (RFC 3986, section 5.2.4), from the end of a path backwards. The
 * machines find the beginning of a segment, and whether it is a dot-segment.
 */
#include "reference/recompose.h"

/* Byte i of the two spans of a piece. */
static unsigned char byte_at(const struct form_piece *piece, size_t i)
{
    return i < piece->dir_len ? piece->dir[i] : piece->text[i - piece->dir_len];
}

/* The machine reads from right to left: p counts the bytes read. */
#define MACHINE_BEGIN(name) \
    size_t p = 0; \
    const size_t eof = pe; \
    int cs = name##_start;
#define MACHINE_END \
    (void)cs, (void)eof;

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

#define MACHINE(name) \
    static void read_##name(struct segment *segment, \
                            const struct form_piece *piece, size_t to, \
                            const size_t pe)
#define KEY(p) byte_at(piece, to - 1 - (p))
#define SEGMENT(kind_) segment->kind = kind_; segment->len = p;
#define SLASH segment->slash = 1;
#include "segments.h"
#undef MACHINE
#undef MACHINE_BEGIN
#undef MACHINE_END
#undef KEY

static struct segment last_segment(const struct form_piece *piece, size_t from,
                                   size_t to)
{
    struct segment segment = { NAME, 0, 0 };

    read_segments(&segment, piece, to, to - from);
    return segment;
}

/* The beginning of a path, read from left to right. */
struct prefixes {
    size_t len;                    /* of the leading "../", "./", "..", "." to remove */
    int decode;                    /* whether "%2E" counts as "." */
    int rooted;
};

#define MACHINE(name) \
    static void read_##name(struct prefixes *prefixes, \
                            const struct form_piece *piece, const size_t pe)
#define MACHINE_BEGIN(name) \
    size_t p = 0; \
    const size_t eof = pe; \
    int cs = name##_start;
#define MACHINE_END \
stop: \
    (void)cs, (void)eof;
#define KEY(p) byte_at(piece, p)
#define ROOT prefixes->rooted = 1;
#define PREFIX(encoded) \
    if ((encoded) && !prefixes->decode) \
        goto stop; \
    prefixes->len = p < pe ? p + 1 : pe;
#include "prefixes.h"

static struct prefixes read_beginning(const struct form_piece *piece)
{
    struct prefixes prefixes = { .decode = (piece->how & FORM_DECODE) != 0 };

    read_prefixes(&prefixes, piece, piece->dir_len + piece->len);
    return prefixes;
}

void locus_form_begin_path(struct form_reader *reader, const struct form_piece *piece)
{
    reader->path = piece;
    reader->lead = read_beginning(piece).len;
    reader->end = piece->dir_len + piece->len;
    reader->skip = 0;
    reader->last = 1;
    reader->any = 0;
    reader->empty_front = 0;
}

int locus_form_next_segment(struct form_reader *reader)
{
    const struct form_piece *path = reader->path;

    while (reader->end > reader->lead) {
        struct segment segment = last_segment(path, reader->lead, reader->end);
        const size_t begin = reader->end - segment.len;
        const int last = reader->last;

        reader->end = begin - (size_t)segment.slash;
        reader->last = 0;
        if (!(reader->how & FORM_DECODE) && segment.kind >= ENCODED_DOT)
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
        locus_form_begin_span(reader,
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

size_t locus_form_directory(const unsigned char *path, size_t len)
{
    const struct form_piece piece = { NULL, 0, path, len, 0 };

    return len - last_segment(&piece, 0, len).len;
}

int locus_form_is_rooted(const unsigned char *path, size_t len)
{
    const struct form_piece piece = { NULL, 0, path, len, 0 };

    return read_beginning(&piece).rooted;
}
