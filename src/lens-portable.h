/* SPDX-License-Identifier: MIT
 *
 * The lens in portable C: eight bytes at a time, runs through the table of
 * classes, colons by arithmetic.
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

static ALWAYS_INLINE int is_in(const struct runs *runs, unsigned set,
                               unsigned char byte)
{
    return runs->bits[set / 8][byte] >> set % 8 & 1;
}

/* Whether the byte at `p`, which is not in the set of the class, begins a triple
   or a pair that is in the run; all but the first byte are in the set, too. */
static ALWAYS_INLINE int is_in_run(const struct runs *runs, unsigned class,
                                   const unsigned char *p,
                                   const unsigned char *end)
{
    if (runs->triples >> class & 1 && end - p >= 3 && *p == '%'
        && is_hexdig(p[1]) && is_hexdig(p[2]))
        return 1;
    return runs->pairs >> class & 1 && end - p >= 2
        && is_in(runs, runs->first[class], p[0])
        && is_in(runs, runs->second[class], p[1]);
}

/* The top bit of each byte that is a "%"; one behind a byte from 80 up may not
   be seen. */
static ALWAYS_INLINE uint64_t percents_of_8(uint64_t word)
{
    return ~((word ^ EACH * '%') + EACH * 0x7f) & ~word & EACH * 0x80;
}

/* The top bit of each byte that is a HEXDIG, where none is from 80 up. */
static ALWAYS_INLINE uint64_t hexdigs_of_8(uint64_t word)
{
    const uint64_t lower = word | EACH * 0x20;

    return ((word + EACH * (0x80 - '0')) & ~(word + EACH * (0x7f - '9')))
         | ((lower + EACH * (0x80 - 'a')) & ~(lower + EACH * (0x7f - 'f')));
}

/* Eight bytes at a time, without a branch for each triple. All between `from`
   and what it returns is in the run of the class, and more may be. No byte from
   80 up is taken for a digit: it is no "%", and the two behind a "%" are the ones
   asked about. */
static ALWAYS_INLINE const unsigned char *
skip_triples(const uint8_t bits[256], unsigned bit, const unsigned char *from,
             const unsigned char *end)
{
    uint64_t due = 0;              /* the digits of a "%" in the eight before */

    for (; end - from >= 8; from += 8) {
        const uint64_t word = word_of_8(from);
        const uint64_t percents = percents_of_8(word);
        const uint64_t digits = due | percents << 8 | percents << 16;
        const uint64_t others = ~(bits_of_8(from, bits) << (7 - bit));

        if ((others & EACH * 0x80 & ~percents)
            | (digits & ~hexdigs_of_8(word)))
            break;
        due = percents >> 56 | percents >> 48;
    }
    return from - (due >> 8 ? 1 : due ? 2 : 0);
}

/* Where a run ends, of a text that begins at `begin`. */
typedef const unsigned char *run_end(const unsigned char *begin,
                                     const struct runs *runs, unsigned class,
                                     const unsigned char *from,
                                     const unsigned char *end);

/* Eight bytes at a time without a branch: what a processor mispredicts in a run
   is where it ends. The last eight bytes are read once more for what is left of
   them. Of a run with triples `from_triple`, if any, is asked from the first on. */
static ALWAYS_INLINE const unsigned char *
run_from(const unsigned char *begin, const struct runs *runs, unsigned class,
         const unsigned char *from, const unsigned char *end,
         run_end *from_triple)
{
    const uint8_t *const bits = runs->bits[class / 8];
    const unsigned bit = class % 8;

    for (;; from += 8) {
        const size_t left = (size_t)(end - from);
        uint64_t word;

        if (left >= 8)
            word = bits_of_8(from, bits);
        else if (left == 0)
            return end;
        else if (end - begin >= 8)
            word = bits_of_8(end - 8, bits) >> 8 * (8 - left);
        else
            break;
        word = ~word & EACH << bit;
        for (; word; word &= word - 1) {
            const unsigned char *const stop
                = from + __builtin_ctzll(word) / 8;

            if (!is_in_run(runs, class, stop, end))
                return stop;
            if (from_triple && !(runs->pairs >> class & 1))
                return from_triple(begin, runs, class, stop, end);
        }
    }
    while (from != end
           && (is_in(runs, class, *from) || is_in_run(runs, class, from, end)))
        from++;
    return from;
}

/* Apart, so that what most runs do stays short. */
static __attribute__((noinline)) const unsigned char *
run_from_triple(const unsigned char *begin, const struct runs *runs,
                unsigned class, const unsigned char *from,
                const unsigned char *end)
{
    from = skip_triples(runs->bits[class / 8], class % 8, from, end);
    return run_from(begin, runs, class, from, end, NULL);
}

static ALWAYS_INLINE const unsigned char *
lens_run(struct lens *lens, const struct runs *runs, unsigned class,
         const unsigned char *from, const unsigned char *end)
{
    return run_from(lens->begin, runs, class, from, end, run_from_triple);
}

static inline const unsigned char *
lens_colon(struct colons *colons, const unsigned char *from,
           const unsigned char *end, const unsigned char *begin,
           enum bare bare)
{
    (void)colons;
    for (;;) {
        for (; end - from >= 8; from += 8) {
            uint64_t word;

            memcpy(&word, from, 8);
            word ^= EACH * ':';
            if ((word - EACH) & ~word & EACH * 0x80)   /* some byte is 0 */
                break;
        }
        while (from != end && *from != ':')
            from++;
        if (from == end || is_colon_wanted(from, end, begin, bare))
            return from;
        from++;
    }
}
