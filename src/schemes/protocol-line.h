/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_PROTOCOL_LINE_H
#define LOCUS_PROTOCOL_LINE_H

#include "coding/coding.h"

/* A line of a protocol that is being written, and what its parts contain. */
struct locus_line {
    struct locus_writer out;
    uint32_t found;               /* of the bits below, in all parts */
};

/* What ends or divides a line, or ends a string in a server (RFC 1738, section 6), as bits
   that the decoder sets. No URL contains a raw tab; a percent-encoded one is reported as a
   delimiter. */
enum {
    LINE_NUL = LOCUS_FOUND_NUL,
    LINE_END = LOCUS_FOUND_CR | LOCUS_FOUND_LF,
    LINE_TAB = LOCUS_FOUND_DELIMITER
};

/* Writes caller-supplied octets as they are. */
void locus_line_raw(struct locus_line *line, const char *text, size_t len);

/* Writes a part of a URL, decoded. */
void locus_line_decode(struct locus_line *line, const char *text,
                       struct locus_span part);

#endif
