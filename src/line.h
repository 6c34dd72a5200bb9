/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_LINE_H
#define LOCUS_LINE_H

#include "internal.h"

/*
 * A line of a protocol, written into a buffer of the caller's as far as that
 * goes and counted on behind its end.
 */
struct locus_line {
    char    *buf;
    size_t   size;
    size_t   len;                 /* of the whole line */
    unsigned seen;                /* of enum locus_delimiter, in all parts */
};

/* Octets by which a line of a protocol ends or is divided. */
enum locus_delimiter {
    NUL = 1 << 0,
    CR = 1 << 1,
    LF = 1 << 2,
    TAB = 1 << 3
};

/* Octets of ours. */
void locus_line_put(struct locus_line *line, const char *text, size_t len);

/* Octets of the caller's, as they are. */
void locus_line_raw(struct locus_line *line, const char *text, size_t len);

/* A part of a URL, decoded. Returns 0 or LOCUS_ERROR_PERCENT. */
int locus_line_decode(struct locus_line *line, const char *text,
                      struct locus_span part);

/* The result of a function that writes a line. */
int locus_line_end(const struct locus_line *line, size_t *len);

#endif
