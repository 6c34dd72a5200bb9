/* SPDX-License-Identifier: MIT
 *
 * Compares a text, once it is decoded, with another, without decoding it to a buffer.
 * grammar/coding/decode.rl finds the percent-encodings.
 */
#include "coding/coding.h"
#include "common/bytes.h"

struct comparison {
    const unsigned char *text;
    const unsigned char *end;
    const unsigned char *wanted;   /* what is not compared yet */
    size_t left;
    int differs;
};

static void compare(struct comparison *c, const unsigned char *bytes, size_t len)
{
    if (c->differs || len > c->left) {
        c->differs = 1;
        return;
    }
    for (size_t i = 0; i < len; i++)
        c->differs |= bytes[i] != c->wanted[i];
    c->wanted += len;
    c->left -= len;
}

static void compare_octet(struct comparison *c, unsigned char octet)
{
    compare(c, &octet, 1);
}

#define MACHINE(name) \
    static void name##_run(struct comparison *c, int cs)
#define MACHINE_BEGIN(name) \
    const unsigned char *p = c->text; \
    const unsigned char *const pe = c->end; \
    const unsigned char *const eof = pe; \
    const unsigned char *begin = p;        /* literal bytes from here */ \
    const unsigned char *percent = p; \
    (void)name##_start, (void)name##_first_final, (void)name##_en_host;
#define MACHINE_END \
    (void)cs; \
    compare(c, begin, (size_t)(p - begin));

#define PERCENT percent = p;
#define TRIPLE \
    compare(c, begin, (size_t)(percent - begin)); \
    compare_octet(c, hex_octet(percent + 1)); \
    begin = p + 1;
#define STRAY
#define PLUS \
    compare(c, begin, (size_t)(p - begin)); \
    compare_octet(c, ' '); \
    begin = p + 1;

#include "decode.h"

int locus_decodes_to(const char *text, size_t len, unsigned flags, const char *wanted,
                     size_t wanted_len)
{
    struct comparison c = {
        .text = bytes_of(text, len), .wanted = bytes_of(wanted, wanted_len),
        .left = wanted_len
    };

    /* An octet has one byte, or three. */
    if (len < wanted_len || len / 3 > wanted_len)
        return 0;
    c.end = c.text + len;
    decode_run(&c, flags & LOCUS_PLUS_IS_SPACE ? decode_en_query : decode_en_text);
    return !c.differs && c.left == 0;
}
