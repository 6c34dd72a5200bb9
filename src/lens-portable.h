/* SPDX-License-Identifier: MIT
 *
 * The lens in portable C: eight bytes at a time, runs through the table of
 * classes, colons by arithmetic.
 */
#include <string.h>

#define LENS_NEEDS NEEDS_NOTHING

struct lens {
    char nothing;
};

static inline void lens_look(struct lens *lens, const struct runs *runs,
                             const unsigned char *from,
                             const unsigned char *end)
{
    (void)runs, (void)from, (void)end;
    lens->nothing = 0;
}

/* The first byte from `from` on that is not in the class, or `end`. Eight
   bytes at a time without a branch: what a processor mispredicts in a run is
   where it ends. */
static ALWAYS_INLINE const unsigned char *
class_end(const unsigned char *from, const unsigned char *end,
          const uint8_t bits[256], unsigned bit)
{
    for (; end - from >= 8; from += 8) {
        uint64_t word = 0;

#pragma GCC unroll 8
        for (int i = 0; i < 8; i++)
            word |= (uint64_t)bits[from[i]] << 8 * i;
        word = ~word & UINT64_C(0x0101010101010101) << bit;
        if (word)
            return from + __builtin_ctzll(word) / 8;
    }
    while (from != end && bits[*from] >> bit & 1)
        from++;
    return from;
}

static ALWAYS_INLINE const unsigned char *
lens_run(struct lens *lens, const struct runs *runs, unsigned class,
         const unsigned char *from, const unsigned char *end)
{
    (void)lens;
    for (;;) {
        from = class_end(from, end, runs->bits[class / 8], class % 8);
        if (!(runs->triples >> class & 1) || end - from < 3 || *from != '%'
            || !is_hexdig(from[1]) || !is_hexdig(from[2]))
            return from;
        from += 3;
    }
}

static inline const unsigned char *
lens_colon(const unsigned char *from, const unsigned char *end,
           const unsigned char *begin, enum bare bare)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);

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
