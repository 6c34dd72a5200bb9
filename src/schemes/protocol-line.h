/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_PROTOCOL_LINE_H
#define LOCUS_PROTOCOL_LINE_H

#include "coding/coding.h"

/* A line of a protocol that is being written, and what its parts hold. */
struct locus_line {
    struct locus_writer out;
    uint32_t found;               /* of the bits below, in all parts */
};

/* What ends or divides a line, or ends a string in a server (RFC 1738, section
   6): what the decoder found. A raw tab is in no URL; an escaped one is a
   delimiter of what stands in a line. */
enum {
    LINE_NUL = LOCUS_FOUND_NUL,
    LINE_END = LOCUS_FOUND_CR | LOCUS_FOUND_LF,
    LINE_TAB = LOCUS_FOUND_DELIMITER
};

/* Octets of the caller's, as they are. */
void locus_line_raw(struct locus_line *line, const char *text, size_t len);

/* A part of a URL, decoded. */
void locus_line_decode(struct locus_line *line, const char *text,
                       struct locus_span part);

#endif
