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

enum { WIDE = 32, ENCODED = 4 };

/* Stores the percent-encoding of a byte, and one byte more. */
static ALWAYS_INLINE void store_encoded(char *at, unsigned char byte)
{
    const char encoded[ENCODED] = { '%', hex_digit(byte >> 4), hex_digit(byte & 15u), 0 };

    memcpy(at, encoded, sizeof encoded);           /* one store */
}

static __attribute__((noinline)) void put_escaped_near_end(struct locus_writer *out,
                                                           const unsigned char *begin,
                                                           const unsigned char *end,
                                                           unsigned char byte)
{
    char encoded[ENCODED];

    store_encoded(encoded, byte);
    if (end > begin)
        locus_put(out, begin, (size_t)(end - begin));
    locus_put(out, encoded, 3);
}

/* Appends literal bytes and the percent-encoding of a byte. Up to 32 literal bytes are copied
   as a fixed 32 bytes if text and output have that many; later output overwrites the
   surplus. */
static ALWAYS_INLINE void put_escaped(struct locus_writer *out, const unsigned char *begin,
                                      const unsigned char *end,
                                      const unsigned char *text_end, unsigned char byte)
{
    const size_t n = (size_t)(end - begin);

    if (locus_room(out) >= (n > WIDE ? n : WIDE) + ENCODED) {
        char *const at = out->buf + out->len;

        if (n <= WIDE && text_end - begin >= WIDE)
            memcpy(at, begin, WIDE);
        else
            memcpy(at, begin, n);
        store_encoded(at + n, byte);
        out->len += n + 3;
    } else {
        struct locus_writer copy = *out;   /* so that `out` itself stays in registers */

        put_escaped_near_end(&copy, begin, end, byte);
        out->len = copy.len;
    }
}

/* Appends literal bytes. */
static inline void put_literal(struct locus_writer *out, const unsigned char *begin,
                               const unsigned char *end)
{
    if (end > begin)
        locus_put(out, begin, (size_t)(end - begin));
}

#endif
