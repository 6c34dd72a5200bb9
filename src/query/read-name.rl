/* SPDX-License-Identifier: MIT
 *
 * Decodes the names of pairs, or compares them, decoded, with a key, once for each kernel.
 * The machine is grammar/query/query-names.rl.
 */
#include <string.h>

#include "common/bytes.h"
#include "kernel/lens.h"
#include "query/pairs.h"
#include "runs/read-name-runs.h"

/* Decoded octets are written to `to` or, if that is NULL, compared with what is left of a
   key. */
struct name_reader {
    char *to;
    const unsigned char *key;
    size_t left;
    int is_prefix;                 /* the key may end before the name */
    int differs;
};

/* Compares octets with what is left of the key, which may be shorter. */
static inline void compare(struct name_reader *r, const unsigned char *octets, size_t count)
{
    size_t i = 0;

    if (count > r->left) {
        r->differs |= !r->is_prefix;
        count = r->left;
    }
    for (; count - i >= 8; i += 8)
        r->differs |= word_of_8(octets + i) != word_of_8(r->key + i);
    for (; i < count; i++)
        r->differs |= octets[i] != r->key[i];
    r->key += count;
    r->left -= count;
}

static inline void take(struct name_reader *r, const unsigned char *octets, size_t count)
{
    if (r->to) {
        memcpy(r->to, octets, count);
        r->to += count;
    } else {
        compare(r, octets, count);
    }
}

static inline void take_octet(struct name_reader *r, unsigned char octet)
{
    take(r, &octet, 1);
}

%%{
machine query_names;

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action percent          { percent = p; }        # it begins a percent-encoding or is stray

# On the second of the two digits after the last "%".
action octet {
    take(r, begin, (size_t)(percent - begin));
    take_octet(r, hex_octet(percent + 1));
    begin = p + 1;
    if (r->differs)
        return;
}

# A stray "%" stands for itself.
action stray            { }

# A "+" that means a space.
action plus {
    take(r, begin, (size_t)(p - begin));
    take_octet(r, ' ');
    begin = p + 1;
    if (r->differs)
        return;
}

include query_names "query/query-names.rl";
write data noerror nofinal;
}%%

/* The bytes since the last percent-encoding or "+" are literal, and taken together. Reading
   ends early if the name differs from the key. */
static ALL_HOT void read_name(struct name_reader *r, const unsigned char *p,
                              const unsigned char *const pe, unsigned flags)
{
    const unsigned char *const eof = pe;
    const unsigned char *begin = p;
    const unsigned char *percent = p;
    int cs = flags & LOCUS_PLUS_IS_SPACE ? query_names_en_space_plus
                                         : query_names_en_literal_plus;
    LENS_BEGIN(query_names)

    if (cs == query_names_en_space_plus)
        RUN_FROM(query_names_en_space_plus);
    else
        RUN_FROM(query_names_en_literal_plus);
    %% write exec;
    (void)cs;
    take(r, begin, (size_t)(p - begin));
}

static void begin_key(struct locus_key *key, const char *text, size_t len, unsigned flags)
{
    const int entry = flags & LOCUS_PLUS_IS_SPACE ? query_names_en_space_plus
                                                  : query_names_en_literal_plus;
    const unsigned class = query_names_run_class[entry];
    const unsigned set = class > 0 ? query_names_run_set[class - 1] : 0;

    *key = (struct locus_key){
        .text = bytes_of(text, len), .len = len, .flags = flags,
        .table = query_names_run_outside[class > 0 ? set / 8 : 2],
        .outside = (uint8_t)(class > 0 ? 1u << set % 8 : 0x80u)
    };
}

int KERNEL_NAME(name_is)(const struct locus_key *key, const unsigned char *name,
                         const unsigned char *end)
{
    struct name_reader r = {
        .key = key->text, .left = key->len,
        .is_prefix = (key->flags & LOCUS_QUERY_PREFIX) != 0,
    };

    read_name(&r, name, end, key->flags);
    return !r.differs && r.left == 0;
}

static int is_key(const struct locus_key *key, const unsigned char *name,
                  const unsigned char *end)
{
    return is_named(key, name, end);
}

static char *decode(char *to, const unsigned char *name, const unsigned char *end,
                    unsigned flags)
{
    struct name_reader r = { .to = to };

    read_name(&r, name, end, flags);
    return r.to;
}

const struct locus_name_reader KERNEL_NAME(name_reader) = { begin_key, is_key, decode };
