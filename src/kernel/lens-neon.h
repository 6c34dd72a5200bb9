/* SPDX-License-Identifier: MIT
 *
 * The lens in NEON (AArch64, which always has it). A set is a table of 16 bytes: the low
 * nibble of a byte is the index of an entry, its high nibble the number of a bit. A set
 * that has bytes from 0x80 up has a second table for these. A look loads 64 bytes as four
 * vectors and turns their high nibbles into bits; the end of a run then takes a lookup
 * and a test for each vector, a shift and a count of trailing zeros.
 *
 * If the text ends within the 64 bytes, the last vectors are loaded from an earlier
 * address, so that they end with the text, and a shuffle moves their bytes into place.
 * Fewer than 16 bytes are combined from two words. Nothing past the end is read.
 */
#if !defined __aarch64__ || defined __AARCH64EB__
#error 64 bits, little-endian
#endif

#include <arm_neon.h>
#include <string.h>

#define LENS_NEEDS NEEDS_NOTHING
#define LENS_WIDTH 16

enum { SHORT_IS_SLOW = 1 };

struct lens {
    uintptr_t before;              /* these two and `stop`: see lens-block.h */
    const unsigned char *block_end;
    struct bytes {
        uint8x16_t low[4];         /* of each: its low nibble */
        uint8x16_t bit[4];         /* 1 << high nibble if it is < 8, else 0 */
        uint8x16_t high_bit[4];    /* 1 << (high nibble - 8) if it is >= 8, else 0 */
    } bytes;
    uint64_t inside;               /* the bytes before the end */
    uint64_t not_pct_encoded;      /* all but the "%" of percent-encoded octets */
    uint64_t stop;
};

/* Four vectors of 00 and FF as a mask of 64 bits. */
static ALWAYS_INLINE uint64_t mask(uint8x16_t a, uint8x16_t b, uint8x16_t c,
                                   uint8x16_t d)
{
    static const uint8_t weights[16] = { 1, 2, 4, 8, 16, 32, 64, 128,
                                         1, 2, 4, 8, 16, 32, 64, 128 };
    const uint8x16_t weight = vld1q_u8(weights);
    const uint8x16_t ab = vpaddq_u8(vandq_u8(a, weight), vandq_u8(b, weight));
    const uint8x16_t cd = vpaddq_u8(vandq_u8(c, weight), vandq_u8(d, weight));
    const uint8x16_t abcd = vpaddq_u8(ab, cd);

    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(abcd, abcd)), 0);
}

static ALWAYS_INLINE uint64_t is_equal(const uint8x16_t bytes[4], char byte)
{
    const uint8x16_t wanted = vdupq_n_u8((unsigned char)byte);

    return mask(vceqq_u8(bytes[0], wanted), vceqq_u8(bytes[1], wanted),
                vceqq_u8(bytes[2], wanted), vceqq_u8(bytes[3], wanted));
}

/* Which of the bytes have their bit set in their entry of a table. */
static ALWAYS_INLINE uint64_t in_table(const struct bytes *bytes,
                                       const uint8x16_t bit[4],
                                       const uint8_t entries[16])
{
    const uint8x16_t table = vld1q_u8(entries);

    return mask(vtstq_u8(vqtbl1q_u8(table, bytes->low[0]), bit[0]),
                vtstq_u8(vqtbl1q_u8(table, bytes->low[1]), bit[1]),
                vtstq_u8(vqtbl1q_u8(table, bytes->low[2]), bit[2]),
                vtstq_u8(vqtbl1q_u8(table, bytes->low[3]), bit[3]));
}

static ALWAYS_INLINE uint64_t load_8(const unsigned char *p)
{
    uint64_t word;

    memcpy(&word, p, 8);
    return word;
}

static ALWAYS_INLINE uint64_t load_4(const unsigned char *p)
{
    uint32_t word;

    memcpy(&word, p, 4);
    return word;
}

/* The n bytes from `from` on, fewer than 16; the other bytes are 0. */
static ALWAYS_INLINE uint8x16_t load_short(const unsigned char *from, size_t n)
{
    uint64_t low = 0, high = 0;

    if (n >= 8) {
        low = load_8(from);
        if (n > 8)
            high = load_8(from + n - 8) >> 8 * (16 - n);
    } else if (n >= 4) {
        low = load_4(from) | load_4(from + n - 4) << 8 * (n - 4);
    } else if (n > 0) {
        low = from[0] | (uint64_t)from[n / 2] << 8 * (n / 2)
                      | (uint64_t)from[n - 1] << 8 * (n - 1);
    }
    return vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(low),
                                             vcreate_u64(high)));
}

/* The 16 bytes from from + at on; those at or after from + n are 0. n is at least 16. */
static ALWAYS_INLINE uint8x16_t load_at(const unsigned char *from, size_t n,
                                        size_t at)
{
    /* As indices, the 16 entries from down[i] on move the bytes of a vector down by i. An
       index past the vector gives 0. */
    static const uint8_t down[32] = {
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        255, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255
    };
    const size_t begin = at < n - 16 ? at : n - 16;
    const size_t early = at - begin < 16 ? at - begin : 16;

    return vqtbl1q_u8(vld1q_u8(from + begin), vld1q_u8(down + early));
}

/* The n bytes from `from` on, at most 64; the other bytes are 0. */
static ALWAYS_INLINE void load(uint8x16_t bytes[4], const unsigned char *from,
                               size_t n)
{
    if (n < 16) {
        bytes[0] = load_short(from, n);
        bytes[1] = bytes[2] = bytes[3] = vdupq_n_u8(0);
    } else {
        bytes[0] = vld1q_u8(from);
        bytes[1] = load_at(from, n, 16);
        bytes[2] = load_at(from, n, 32);
        bytes[3] = load_at(from, n, 48);
    }
}

static ALWAYS_INLINE void look(struct lens *lens, const struct runs *runs,
                               const unsigned char *from,
                               const unsigned char *end)
{
    static const uint8_t bits[16] = { 1, 2, 4, 8, 16, 32, 64, 128 };
    static const uint8_t high_bits[16] = { 0, 0, 0, 0, 0, 0, 0, 0,
                                           1, 2, 4, 8, 16, 32, 64, 128 };
    const size_t left = (size_t)(end - from);
    const size_t n = left < 64 ? left : 64;
    uint8x16_t bytes[4];

    lens->before = (uintptr_t)from - 1;
    lens->block_end = from + 64;
    lens->not_pct_encoded = ~UINT64_C(0);
    lens->inside = n < 64 ? (UINT64_C(1) << n) - 1 : ~UINT64_C(0);
    load(bytes, from, n);
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        const uint8x16_t nibble = vshrq_n_u8(bytes[i], 4);

        lens->bytes.low[i] = vandq_u8(bytes[i], vdupq_n_u8(15));
        lens->bytes.bit[i] = vqtbl1q_u8(vld1q_u8(bits), nibble);
        lens->bytes.high_bit[i] = runs->high
                                ? vqtbl1q_u8(vld1q_u8(high_bits), nibble)
                                : vdupq_n_u8(0);
    }
}

static ALWAYS_INLINE uint64_t percents(const struct lens *lens)
{
    static const uint8_t percent[16] = { [5] = 0x04 };

    return in_table(&lens->bytes, lens->bytes.bit, percent);
}

static ALWAYS_INLINE uint64_t hexdigs(const struct lens *lens,
                                      const struct runs *runs)
{
    (void)runs;
    /* %x30-39 / %x41-46 / %x61-66 */
    static const uint8_t hexdig[16] = {
        0x08, 0x58, 0x58, 0x58, 0x58, 0x58, 0x58, 0x08, 0x08, 0x08
    };

    return in_table(&lens->bytes, lens->bytes.bit, hexdig);
}

static ALWAYS_INLINE void pass_pct_encoded(struct lens *lens,
                                           const struct runs *runs,
                                           uint64_t begins)
{
    (void)runs;
    lens->not_pct_encoded = ~begins;
}

static ALWAYS_INLINE uint64_t lens_not(const struct lens *lens,
                                       const struct runs *runs, unsigned set,
                                       int pct_encoded)
{
    uint64_t in = in_table(&lens->bytes, lens->bytes.bit,
                           runs->nibbles[set][0]);

    if (runs->high >> set & 1)
        in |= in_table(&lens->bytes, lens->bytes.high_bit,
                       runs->nibbles[set][1]);
    in &= lens->inside;
    return pct_encoded ? ~in & lens->not_pct_encoded : ~in;
}

static ALWAYS_INLINE uint64_t first_bit(uint64_t mask)
{
    return mask ? (uint64_t)__builtin_ctzll(mask) : 64;
}

/* The 64 bytes from `p` on, all of which can be read. */
static ALWAYS_INLINE void load_all(uint8x16_t bytes[4], const unsigned char *p)
{
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++)
        bytes[i] = vld1q_u8(p + 16 * i);
}

static ALWAYS_INLINE uint64_t are_slashes(const unsigned char *p)
{
    uint8x16_t bytes[4];

    load_all(bytes, p);
    return is_equal(bytes, '/');
}

static ALWAYS_INLINE uint64_t are_letters(const unsigned char *p)
{
    uint8x16_t bytes[4];

    load_all(bytes, p);
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++)
        bytes[i] = vcltq_u8(vsubq_u8(vorrq_u8(bytes[i], vdupq_n_u8(0x20)),
                                     vdupq_n_u8('a')), vdupq_n_u8(26));
    return mask(bytes[0], bytes[1], bytes[2], bytes[3]);
}

enum { COLON_STEP = 64 };

static ALWAYS_INLINE uint64_t wanted_colons(const unsigned char *p,
                                            enum bare bare)
{
    uint8x16_t bytes[4];
    uint64_t colon, wanted;

    load_all(bytes, p);
    colon = is_equal(bytes, ':');
    if (!colon || bare == BARE_ANY)
        return colon;
    wanted = are_slashes(p + 1) & are_slashes(p + 2);
    if (bare != BARE_NONE)
        wanted |= enough_letters(are_letters(p - 1), bare);
    return colon & wanted;
}

#include "kernel/lens-block.h"
