/* SPDX-License-Identifier: MIT
 *
 * A text that is made of pieces of others: the target of a reference, a normal
 * form. It is never built. It is read in runs of bytes from its end to its
 * beginning, because dot-segments are removed from the end backwards with one
 * counter (grammar/reference/segments.rl), in linear time and no memory; reading it once
 * tells its length, reading it again fills a buffer, and reading two of them
 * side by side compares them.
 */
#ifndef LOCUS_RECOMPOSE_H
#define LOCUS_RECOMPOSE_H

#include "locus.h"

/* What is done to a piece as it is read. */
enum form_how {
    FORM_LOWER = 1 << 0,           /* letters to lower case, not in percent-encodings */
    FORM_UPPER = 1 << 1,           /* the digits of percent-encodings to upper case */
    FORM_DECODE = 1 << 2,          /* percent-encodings of unreserved octets decoded, */
    FORM_TILDE = 1 << 3,           /* "%7E" too */
    FORM_DOTS = 1 << 4,            /* a path: its dot-segments removed; */
    FORM_GUARD = 1 << 5            /* "/." before what is then "//" */
};

/* Two spans, of which the first is only used for the directory of a base, and
   then is empty or ends in "/". */
struct form_piece {
    const unsigned char *dir;
    size_t dir_len;
    const unsigned char *text;
    size_t len;
    unsigned how;
};

enum { FORM_PIECES = 7, FORM_IPV6 = 48, FORM_SMALL = 64 };

struct form {
    struct form_piece piece[FORM_PIECES];
    size_t count;
    unsigned char ipv6[FORM_IPV6]; /* a piece may point here */
};

/* Adds a piece. */
void locus_form_add(struct form *form, const unsigned char *text, size_t len,
                    unsigned how);
void locus_form_add_path(struct form *form, const unsigned char *dir,
                         size_t dir_len, const unsigned char *text, size_t len,
                         unsigned how);

/* Where a form is being read. */
struct form_reader {
    const struct form *form;
    size_t left;                   /* pieces not begun */
    const struct form_piece *path; /* the one in work; NULL: it is no path */
    const unsigned char *span;     /* span[0..at) is still to be read */
    size_t at;
    unsigned how;
    int token;                     /* enum token: the last "%" of span[0..at) */
    size_t percent;                /* and where it is */
    size_t lead;                   /* of a path: [lead, end) is to be read */
    size_t end;
    size_t skip;                   /* ".." not yet matched */
    uint8_t last;                  /* no segment of the path was read */
    uint8_t slash;                 /* "/" comes next */
    uint8_t any;                   /* some segment of the path was kept */
    uint8_t empty_front;           /* the one read last is empty, and one is
                                      after it */
    unsigned char small[FORM_SMALL];
};

/* A span is to be read, of which no "%" was looked for yet. */
enum { FORM_UNREAD = 0 };

static inline void locus_form_begin_span(struct form_reader *reader,
                                         const unsigned char *span, size_t len)
{
    reader->span = span;
    reader->at = len;
    reader->token = FORM_UNREAD;
}

/* RFC 3986 5.2.4 from the end backwards (remove-dot-segments.c): begins with a path; and
   goes to the next segment that is kept: its bytes are the span, and reader->slash says
   whether "/" comes before it. Returns 0 where there is none. */
void locus_form_begin_path(struct form_reader *reader, const struct form_piece *piece);
int locus_form_next_segment(struct form_reader *reader);

void locus_form_read(struct form_reader *reader, const struct form *form);

/* The next run to the left: its length, at least 1, or 0 at the beginning of
   the form. *run lasts until the next call. */
size_t locus_form_next(struct form_reader *reader, const unsigned char **run);

/* Whether a run is the "/" between segments. */
int locus_form_is_slash(const unsigned char *run);

/* How many bytes a form has. */
size_t locus_form_length(const struct form *form);

/* 0, or LOCUS_ERROR_SPACE. */
int locus_form_write(const struct form *form, char *buf, size_t size,
                     size_t *len);

/* Less than, equal to or greater than 0, as memcmp() has it. */
int locus_form_compare(const struct form *a, const struct form *b);

/* The bytes before and at the last "/" of a path: its directory. */
size_t locus_form_directory(const unsigned char *path, size_t len);

/* Whether a path begins with "/". */
int locus_form_is_rooted(const unsigned char *path, size_t len);

#endif
