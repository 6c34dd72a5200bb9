/* SPDX-License-Identifier: MIT
 *
 * A recomposed text (RFC 3986, section 5.3) consists of pieces of other texts: it is the
 * target of a reference, or a normal form. It is never stored as a whole. It is read in
 * runs of bytes, from its end to its beginning, because backwards one counter is enough to
 * remove dot-segments (grammar/reference/segments.rl), in linear time and without memory.
 * Reading it once gives its length; reading it again fills a buffer; reading two side by
 * side compares them.
 */
#ifndef LOCUS_RECOMPOSE_H
#define LOCUS_RECOMPOSE_H

#include "common/bytes.h"
#include "locus.h"

/* How a piece is changed as it is read. */
enum piece_how {
    PIECE_LOWER = 1 << 0,           /* letters to lower case, not in percent-encodings */
    PIECE_UPPER = 1 << 1,           /* the digits of percent-encodings to upper case */
    PIECE_DECODE = 1 << 2,          /* decode percent-encoded unreserved octets but "%7E" */
    PIECE_TILDE = 1 << 3,           /* with PIECE_DECODE: decode "%7E", too */
    PIECE_DOTS = 1 << 4,            /* a path, whose dot-segments are removed */
    PIECE_GUARD = 1 << 5,           /* add "/." if the path then begins with "//" */
    PIECE_TOGETHER = 1 << 6         /* a path, otherwise unchanged: adjacent segments may
                                       be one run */
};

/* Two spans. The first is used only for the directory of a base, which is empty or ends
   in "/". */
struct recomposed_piece {
    const unsigned char *dir;
    size_t dir_len;
    const unsigned char *text;
    size_t len;
    unsigned how;
};

/* Where the dot-segments of a piece are: offsets in its two spans together. */
struct recomposed_dots {
    size_t first;                  /* where the first begins, or RECOMPOSED_NONE */
    size_t end;                    /* where the last ends; if there are many, where the
                                      piece ends */
    int double_slash;              /* the path begins with "//" */
    unsigned count;                /* how many were found */
};

#define RECOMPOSED_NONE ((size_t)-1)

/* Whether a piece's bytes stay as they are, except for dot-segments. */
#define RECOMPOSED_AS_IS(how) (!((how) & (PIECE_LOWER | PIECE_UPPER | PIECE_DECODE)))

enum { RECOMPOSED_PIECES = 7, RECOMPOSED_IPV6 = 48, RECOMPOSED_SMALL = 64 };

struct recomposed {
    struct recomposed_piece piece[RECOMPOSED_PIECES];
    size_t count;
    struct recomposed_dots dots;   /* of the path with PIECE_TOGETHER */
    unsigned char ipv6[RECOMPOSED_IPV6]; /* a piece may point here */
};

/* Finds the dot-segments of a path (find-dots.rl). */
void locus_find_dots(struct recomposed_dots *dots, const struct recomposed_piece *piece);

/* Whether a path with PIECE_TOGETHER stays as it is. */
static inline int locus_recomposed_stays(const struct recomposed_dots *dots, unsigned how)
{
    return dots->first == RECOMPOSED_NONE && !(dots->double_slash && how & PIECE_GUARD);
}

/* Adds a piece, which must not be empty. At most one piece of a form has PIECE_TOGETHER; its
   dot-segments are form->dots, which the caller sets. */
static inline void locus_recomposed_add_piece(struct recomposed *form,
                                              const struct recomposed_piece *piece)
{
    form->piece[form->count++] = *piece;
}

/* Add a piece. */
static inline void locus_recomposed_add_path(struct recomposed *form,
                                             const unsigned char *dir, size_t dir_len,
                                             const unsigned char *text, size_t len,
                                             unsigned how)
{
    const struct recomposed_piece piece = {
        dir, dir_len, len > 0 ? text : nothing, len, how
    };

    if (dir_len + len == 0)
        return;
    locus_recomposed_add_piece(form, &piece);
    if (how & PIECE_TOGETHER)
        locus_find_dots(&form->dots, &piece);
}

static inline void locus_recomposed_add(struct recomposed *form, const unsigned char *text,
                                        size_t len, unsigned how)
{
    locus_recomposed_add_path(form, NULL, 0, text, len, how);
}

/* The state of reading a recomposed text. */
struct recomposed_reader {
    const struct recomposed *form;
    size_t left;                   /* pieces not begun */
    const struct recomposed_piece *path; /* the piece being read if it is a path, or NULL */
    const unsigned char *span;     /* span[0..at) is not read yet */
    size_t at;
    unsigned how;
    int token;                     /* enum token: the last "%" of span[0..at) */
    size_t percent;                /* and where it is */
    size_t lead;                   /* of a path: [lead, end) is not read yet */
    size_t end;
    size_t skip;                   /* ".." not yet matched */
    uint8_t last;                  /* no segment of the path was read yet */
    uint8_t slash;                 /* "/" comes next */
    uint8_t any;                   /* some segment of the path was kept */
    uint8_t empty_front;           /* the segment read last is empty, and another
                                      one follows it */
    unsigned char small[RECOMPOSED_SMALL];
};

/* The value of `token` before the machine has looked for a "%". */
enum { RECOMPOSED_UNREAD = 0 };

static inline void locus_recomposed_begin_span(struct recomposed_reader *reader,
                                               const unsigned char *span, size_t len)
{
    reader->span = span;
    reader->at = len;
    reader->token = RECOMPOSED_UNREAD;
}

/* Remove dot-segments (RFC 3986, section 5.2.4) from the end backwards
   (remove-dot-segments.rl). The first begins a path. The second finds the next segment, or
   adjacent segments, to keep: the span is their bytes, and reader->slash is whether "/" is
   before them. Returns 0 if there are no more. */
void locus_recomposed_begin_path(struct recomposed_reader *reader,
                                 const struct recomposed_piece *piece);
int locus_recomposed_next_segment(struct recomposed_reader *reader);

void locus_recomposed_read(struct recomposed_reader *reader, const struct recomposed *form);

/* Reads the next run to the left. Returns its length, at least 1, or 0 at the beginning
   of the text. *run is valid until the next call. */
size_t locus_recomposed_next(struct recomposed_reader *reader, const unsigned char **run);

/* Whether a run is the "/" between segments. */
int locus_recomposed_is_slash(const unsigned char *run);

/* The length of a recomposed text in bytes. */
size_t locus_recomposed_length(const struct recomposed *form);

/* Returns 0 or LOCUS_ERROR_SPACE. */
int locus_recomposed_write(const struct recomposed *form, char *buf, size_t size,
                           size_t *len);

/* Returns a value less than, equal to or greater than 0, as memcmp() does. */
int locus_recomposed_compare(const struct recomposed *a, const struct recomposed *b);

/* The length of a path's directory: up to and including its last "/". */
size_t locus_recomposed_directory(const unsigned char *path, size_t len);

/* Removes the dot-segments at the beginning of path[0..len), and for each ".." the last
   segment of the directory before it, if it has one: dir[0..*dir_len) begins and ends with
   "/", and has no dot-segments. Returns the length of what is removed from the path. */
size_t locus_recomposed_merge(const unsigned char *dir, size_t *dir_len,
                              const unsigned char *path, size_t len);

/* Whether a path begins with "/". */
int locus_recomposed_is_rooted(const unsigned char *path, size_t len);

#endif
