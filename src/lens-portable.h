/* SPDX-License-Identifier: MIT
 *
 * The lens in portable C: eight bytes at a time, runs through the table of
 * classes, colons by arithmetic.
 */
#include <string.h>

#define LENS_NEEDS NEEDS_NOTHING
#define LENS_WIDTH 16

struct lens {
    const unsigned char *begin;    /* of what may be read */
};

static inline void lens_look(struct lens *lens, const struct runs *runs,
                             const unsigned char *from,
                             const unsigned char *end)
{
    (void)runs, (void)end;
    lens->begin = from;
}

/* The bits of eight bytes. */
static ALWAYS_INLINE uint64_t bits_of_8(const unsigned char *bytes,
                                        const uint8_t bits[256])
{
    uint64_t word = 0;

#pragma GCC unroll 8
    for (int i = 0; i < 8; i++)
        word |= (uint64_t)bits[bytes[i]] << 8 * i;
    return word;
}

/* The first byte from `from` on that is not in the set, or `end`. Eight bytes
   at a time without a branch: what a processor mispredicts in a run is where
   it ends. The last eight bytes are read once more for what is left of them. */
static ALWAYS_INLINE const unsigned char *
set_end(const struct lens *lens, const unsigned char *from,
        const unsigned char *end, const uint8_t bits[256], unsigned bit)
{
    for (;; from += 8) {
        const size_t left = (size_t)(end - from);
        uint64_t word;

        if (left >= 8)
            word = bits_of_8(from, bits);
        else if (left == 0)
            return end;
        else if (end - lens->begin >= 8)
            word = bits_of_8(end - 8, bits) >> 8 * (8 - left);
        else
            break;
        word = ~word & UINT64_C(0x0101010101010101) << bit;
        if (word)
            return from + __builtin_ctzll(word) / 8;
    }
    while (from != end && bits[*from] >> bit & 1)
        from++;
    return from;
}

static ALWAYS_INLINE int is_in(const struct runs *runs, unsigned set,
                               unsigned char byte)
{
    return runs->bits[set / 8][byte] >> set % 8 & 1;
}

static ALWAYS_INLINE const unsigned char *
lens_run(struct lens *lens, const struct runs *runs, unsigned class,
         const unsigned char *from, const unsigned char *end)
{
    for (;;) {
        from = set_end(lens, from, end, runs->bits[class / 8], class % 8);
        if (runs->triples >> class & 1 && end - from >= 3 && *from == '%'
            && is_hexdig(from[1]) && is_hexdig(from[2]))
            from += 3;
        else if (runs->pairs >> class & 1 && end - from >= 2
                 && is_in(runs, runs->first[class], from[0])
                 && is_in(runs, runs->second[class], from[1]))
            from += 2;
        else
            return from;
    }
}

static inline const unsigned char *
lens_colon(struct colons *colons, const unsigned char *from,
           const unsigned char *end, const unsigned char *begin,
           enum bare bare)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);

    (void)colons;
    for (;;) {
        for (; end - from >= 8; from += 8) {
            uint64_t word;

            memcpy(&word, from, 8);
            word ^= ones * ':';
            if ((word - ones) & ~word & ones * 0x80)   /* some byte is 0 */
                break;
        }
        while (from != end && *from != ':')
            from++;
        if (from == end || is_colon_wanted(from, end, begin, bare))
            return from;
        from++;
    }
}
