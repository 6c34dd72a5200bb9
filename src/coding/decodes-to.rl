/* SPDX-License-Identifier: MIT
 *
 * Compares a text, once it is decoded, with another, without decoding it to a buffer.
 * grammar/coding/decode.rl finds the percent-encodings.
 */
#include "coding/coding.h"
#include "common/bytes.h"

struct comparison {
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

%%{
machine decodes_to;

action percent          { percent = p; }        # a "%", of a percent-encoding or stray

# On the second of the two digits after the last "%".
action triple {
    compare(&c, begin, (size_t)(percent - begin));
    compare_octet(&c, hex_octet(percent + 1));
    begin = p + 1;
}

# It stands for itself.
action stray            { }

# A "+" that means a space.
action plus {
    compare(&c, begin, (size_t)(p - begin));
    compare_octet(&c, ' ');
    begin = p + 1;
}

include decode "coding/decode.rl";
write data noerror nofinal;
}%%

int locus_decodes_to(const char *text, size_t len, unsigned flags, const char *wanted,
                     size_t wanted_len)
{
    struct comparison c = {
        .wanted = bytes_of(wanted, wanted_len), .left = wanted_len
    };
    const unsigned char *p = bytes_of(text, len);
    const unsigned char *const pe = p + len;
    const unsigned char *const eof = pe;
    const unsigned char *begin = p;        /* literal bytes from here */
    const unsigned char *percent = p;
    int cs = flags & LOCUS_PLUS_IS_SPACE ? decodes_to_en_query : decodes_to_en_text;

    /* An octet has one byte, or three. */
    if (len < wanted_len || len / 3 > wanted_len)
        return 0;
    %% write exec;
    (void)cs;
    compare(&c, begin, (size_t)(p - begin));
    return !c.differs && c.left == 0;
}
