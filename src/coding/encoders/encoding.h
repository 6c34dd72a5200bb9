/* SPDX-License-Identifier: MIT
 *
 * How the machines that encode write their output, for the files that run one. Each of
 * these files includes encoding.rl for its actions.
 */
#ifndef LOCUS_ENCODING_H
#define LOCUS_ENCODING_H

#include "coding/encoders/encoder.h"
#include "kernel/lens.h"

/* The productions that are shared with the parsers name events that mean nothing here
   (src/grammars/support/url-events.rl). */
#define FAIL(rule)
#define HOST_KIND(kind)
#define COMMIT_SCHEME

static ALWAYS_INLINE void put_escaped(struct locus_writer *out, unsigned char byte)
{
    const char encoded[4] = { '%', hex_digit(byte >> 4), hex_digit(byte & 15u), 0 };

    /* One store if there is room for all four. */
    if (locus_room(out) >= sizeof encoded) {
        memcpy(out->buf + out->len, encoded, sizeof encoded);
        out->len += 3;
    } else {
        locus_put(out, encoded, 3);
    }
}

static ALWAYS_INLINE void put_space(struct locus_writer *out, int plus)
{
    if (plus)
        LOCUS_PUT_LITERAL(out, "+");
    else
        put_escaped(out, ' ');
}

/* Appends literal bytes. Up to 32 are copied as a fixed 32 bytes if text and output have
   that many; later output overwrites the surplus. */
static ALWAYS_INLINE void put_literal(struct locus_writer *out, const unsigned char *begin,
                                      const unsigned char *end,
                                      const unsigned char *text_end)
{
    enum { WIDE = 32 };
    const size_t n = (size_t)(end - begin);

    if (n == 0)
        return;
    if (n <= WIDE && text_end - begin >= WIDE && locus_room(out) >= WIDE) {
        memcpy(out->buf + out->len, begin, WIDE);
        out->len += n;
    } else {
        locus_put(out, begin, n);
    }
}

#endif
