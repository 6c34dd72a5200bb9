/* SPDX-License-Identifier: MIT
 *
 * Writes text to the caller's buffer, as far as there is room.
 */
#ifndef LOCUS_WRITER_H
#define LOCUS_WRITER_H

#include <string.h>

#include "locus.h"

/* The text being written. `len` includes the bytes that did not fit. */
struct locus_writer {
    char  *buf;
    size_t size;
    size_t len;
};

/* How many more bytes fit. */
static inline size_t locus_room(const struct locus_writer *out)
{
    return out->len < out->size ? out->size - out->len : 0;
}

static inline void locus_put(struct locus_writer *out, const void *text, size_t len)
{
    if (out->len < out->size) {
        const size_t room = out->size - out->len;

        memcpy(out->buf + out->len, text, len < room ? len : room);
    }
    out->len += len;
}

#define LOCUS_PUT_LITERAL(out, literal) \
    locus_put(out, "" literal, sizeof(literal) - 1)

/* A writer for the rest of the buffer. */
static inline struct locus_writer locus_rest(const struct locus_writer *out)
{
    if (out->len >= out->size)
        return (struct locus_writer){ NULL, 0, 0 };
    return (struct locus_writer){ out->buf + out->len, out->size - out->len, 0 };
}

/* Stores the length. Returns 0, or LOCUS_ERROR_SPACE. */
static inline int locus_put_end(const struct locus_writer *out, size_t *len)
{
    *len = out->len;
    return out->len <= out->size ? 0 : LOCUS_ERROR_SPACE;
}

#endif
