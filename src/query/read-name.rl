/* SPDX-License-Identifier: MIT
 *
 * Decodes the names of pairs, or compares them, decoded, with a key. The machine is
 * grammar/query/query-names.rl.
 */
#include <string.h>

#include "common/bytes.h"
#include "query/query.h"

/* Where the decoded octets go: to `to` or, if that is NULL, to a comparison with what is
   left of a key. */
struct name_reader {
    char *to;
    const unsigned char *key;
    size_t left;
    int is_prefix;                 /* the key may end before the name */
    int differs;
};

static void compare(struct name_reader *r, const unsigned char *octets, size_t count)
{
    if (count > r->left) {
        r->differs |= !r->is_prefix;
        count = r->left;
    }
    for (size_t i = 0; i < count; i++)
        r->differs |= octets[i] != r->key[i];
    r->key += count;
    r->left -= count;
}

static void take(struct name_reader *r, const unsigned char *octets, size_t count)
{
    if (r->to) {
        memcpy(r->to, octets, count);
        r->to += count;
    } else {
        compare(r, octets, count);
    }
}

static void take_octet(struct name_reader *r, unsigned char octet)
{
    take(r, &octet, 1);
}

%%{
machine query_names;

action percent          { percent = p; }        # a "%", of a percent-encoding or stray

# On the second of the two digits after the last "%".
action octet {
    take(r, begin, (size_t)(percent - begin));
    take_octet(r, hex_octet(percent + 1));
    begin = p + 1;
}

# It stands for itself.
action stray            { }

# A "+" that means a space.
action plus {
    take(r, begin, (size_t)(p - begin));
    take_octet(r, ' ');
    begin = p + 1;
}

include query_names "query/query-names.rl";
write data noerror nofinal;
}%%

/* The bytes since the last percent-encoding or "+" are literal, and taken together. */
static void read_name(struct name_reader *r, const char *text, struct locus_span name,
                      unsigned flags)
{
    const unsigned char *p = text ? (const unsigned char *)text + name.off : nothing;
    const unsigned char *const pe = p + name.len;
    const unsigned char *const eof = pe;
    const unsigned char *begin = p;
    const unsigned char *percent = p;
    int cs = flags & LOCUS_PLUS_IS_SPACE ? query_names_en_space_plus
                                         : query_names_en_literal_plus;

    %% write exec;
    (void)cs;
    take(r, begin, (size_t)(p - begin));
}

int locus_name_is(const char *text, struct locus_span name, const char *key,
                  size_t key_len, unsigned flags)
{
    const int is_prefix = (flags & LOCUS_QUERY_PREFIX) != 0;
    struct name_reader r = {
        .key = bytes_of(key, key_len), .left = key_len,
        .is_prefix = is_prefix,
    };

    /* An octet has one byte, or three. */
    if (name.len < key_len || (!is_prefix && name.len / 3 > key_len))
        return 0;
    read_name(&r, text, name, flags);
    return !r.differs && r.left == 0;
}

size_t locus_decode_name(char *to, const char *text, struct locus_span name,
                         unsigned flags)
{
    struct name_reader r = { .to = to };

    read_name(&r, text, name, flags);
    return (size_t)(r.to - to);
}
