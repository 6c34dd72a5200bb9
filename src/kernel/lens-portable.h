/* SPDX-License-Identifier: MIT
 *
 * The lens in portable C, eight bytes at a time: it looks bytes up in the tables of sets,
 * and finds colons by arithmetic.
 */
#include <string.h>

#define LENS_NEEDS NEEDS_NOTHING
#define LENS_WIDTH 16

/* A 1 in each of eight bytes. */
#define EACH UINT64_C(0x0101010101010101)

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

/* For each of eight bytes, the sets of a plane that the byte is outside of. */
static ALWAYS_INLINE uint64_t outside_of_8(const unsigned char *bytes,
                                           const uint8_t outside[256])
{
    uint64_t word = 0;

#pragma GCC unroll 8
    for (int i = 0; i < 8; i++)
        word |= (uint64_t)outside[bytes[i]] << 8 * i;
    return word;
}

/* The same for the last `left` bytes before `end`, fewer than eight; at least eight bytes
   can be read there. Bytes past the end are outside of every set. */
static ALWAYS_INLINE uint64_t outside_of(size_t left, const unsigned char *end,
                                         const uint8_t outside[256])
{
    if (left == 0)
        return ~UINT64_C(0);
    return outside_of_8(end - 8, outside) >> 8 * (8 - left)
         | ~UINT64_C(0) << 8 * left;
}

static ALWAYS_INLINE int is_in(const struct runs *runs, unsigned set,
                               unsigned char byte)
{
    return ~runs->outside[set / 8][byte] >> set % 8 & 1;
}

/* Whether the byte at `p`, which is not in the set of the class, begins a percent-encoded
   octet or a pair that is in the run. The bytes after it are in the set. */
static ALWAYS_INLINE int is_in_run(const struct runs *runs, unsigned class,
                                   const unsigned char *p,
                                   const unsigned char *end)
{
    if (runs->pct_encoded >> class & 1 && end - p >= 3 && *p == '%'
        && is_hexdig(p[1]) && is_hexdig(p[2]))
        return 1;
    return runs->pairs >> class & 1 && end - p >= 2
        && is_in(runs, runs->first[class], p[0])
        && is_in(runs, runs->second[class], p[1]);
}

/* The end of a run from a "%" on, eight bytes at a time without a branch for each
   percent-encoded octet. The last set of the plane is "%" and the hexadecimal digits: a
   byte in it is a "%" if it is not in the set of the class, else a digit. At least eight
   bytes can be read before `end`. */
static __attribute__((noinline)) const unsigned char *
run_from_pct_encoded(const uint8_t outside[256], unsigned bit,
                     const unsigned char *from, const unsigned char *end)
{
    /* Where the first and the second digit after a "%" must be. */
    uint64_t first = 0, second = 0;

    for (;; from += 8) {
        const size_t left = (size_t)(end - from);
        const uint64_t word = left >= 8 ? outside_of_8(from, outside)
                                        : outside_of(left, end, outside);
        const uint64_t no_run = word >> bit;
        const uint64_t not_pct_encoded = word >> 7;
        const uint64_t percents = no_run & ~not_pct_encoded & EACH;
        uint64_t stops;

        first |= percents << 8;
        second |= percents << 16;
        stops = ((no_run & not_pct_encoded)
                 | ((first | second) & (no_run | not_pct_encoded))) & EACH;
        if (stops) {
            const uint64_t stop = stops & -stops;

            return from + __builtin_ctzll(stop) / 8
                 - (first & stop ? 1 : second & stop ? 2 : 0);
        }
        first = percents >> 56;
        second = percents >> 48;
    }
}

/* Reads eight bytes at a time without a branch for each, because the processor cannot
   predict where a run ends. Fewer than eight are read as a part of the last eight. */
static ALWAYS_INLINE const unsigned char *
lens_run(struct lens *lens, const struct runs *runs, unsigned class,
         const unsigned char *from, const unsigned char *end)
{
    const unsigned set = runs->set[class];
    const uint8_t *const outside = runs->outside[set / 8];
    const unsigned bit = set % 8;
    const int pct_encoded = runs->pct_encoded >> class & 1;
    const int pairs = runs->pairs >> class & 1;

    for (;; from += 8) {
        const size_t left = (size_t)(end - from);
        uint64_t word;

        if (left >= 8)
            word = outside_of_8(from, outside);
        else if (left == 0)
            return end;
        else if (end - lens->begin >= 8)
            word = outside_of(left, end, outside);
        else
            break;
        for (word &= EACH << bit; word; word &= word - 1) {
            const unsigned char *const stop
                = from + __builtin_ctzll(word) / 8;

            if (pct_encoded && !pairs && end - stop >= 3 && *stop == '%')
                return run_from_pct_encoded(outside, bit, stop, end);
            if (!pairs || !is_in_run(runs, class, stop, end))
                return stop;
        }
    }
    while (from != end
           && (is_in(runs, set, *from) || is_in_run(runs, class, from, end)))
        from++;
    return from;
}

static ALWAYS_INLINE const unsigned char *
lens_run_within(struct lens *lens, const struct runs *runs, unsigned class,
                const unsigned char *from, const unsigned char *pe,
                const unsigned char *end)
{
    (void)end;
    return lens_run(lens, runs, class, from, pe);
}

static inline const unsigned char *
lens_colon(struct colons *colons, const unsigned char *from,
           const unsigned char *end, const unsigned char *begin,
           enum bare bare)
{
    (void)colons;
    for (;;) {
        fetch_ahead(from);         /* a log has a ":" in nearly every cache line */
        for (; end - from >= 8; from += 8) {
            const uint64_t word = word_of_8(from) ^ EACH * ':';
            /* The lowest bit is that of the first byte that is 0. */
            const uint64_t is_colon = (word - EACH) & ~word & EACH * 0x80;

            if (is_colon) {
                from += __builtin_ctzll(is_colon) / 8;
                break;
            }
        }
        while (from != end && *from != ':')
            from++;
        if (from == end || is_colon_wanted(from, end, begin, bare))
            return from;
        from++;
    }
}
