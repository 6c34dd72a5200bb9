/* SPDX-License-Identifier: MIT
 *
 * The lens in AVX2. A set is a table of 16 bytes: the low nibble of a byte is the index
 * of an entry, its high nibble the number of a bit. A set that has some but not all of the
 * bytes from 0x80 up has a second table for these. A look loads 64 bytes as two vectors and
 * turns their high nibbles into bits; the end of a run then takes two shuffles, a shift
 * and a count of trailing zeros.
 *
 * If fewer than 64 bytes are left, the first and the last 32 of these are loaded, which
 * overlap; fewer than 32 are loaded in pieces. Nothing past the end is read.
 *
 * LENS_CFLAGS -mavx2 -mbmi -mbmi2
 */
#ifndef __x86_64__
#error 64 bits
#endif

#include <immintrin.h>
#include <string.h>

#define LENS_NEEDS NEEDS(bit_AVX2 | bit_BMI | bit_BMI2, 0, 0x06)
#define LENS_WIDTH 32

#include "kernel/lens-chain.h"
#include "kernel/lens-octets.h"

enum { SHORT_IS_SLOW = 1 };

struct lens {
    uintptr_t before;              /* these two and `stop`: see lens-block.h */
    const unsigned char *block_end;
    struct bytes {
        __m256i bytes;
        __m256i low;               /* of each: 1 << high nibble if it is < 8, else 0 */
        __m256i high;              /* of each: 1 << (high nibble - 8) if it is >= 8,
                                      else 0; only if some set needs it */
    } first, last;                 /* 32 of the 64 bytes each */
    unsigned shift;                /* how far after `first` `last` begins */
    uint64_t not_pct_encoded;      /* all but the "%" of percent-encoded octets */
    uint64_t stop;
};

static ALWAYS_INLINE uint32_t is_equal(__m256i bytes, char byte)
{
    return (uint32_t)_mm256_movemask_epi8(
        _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte)));
}

static ALWAYS_INLINE __m256i load(const unsigned char *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

static ALWAYS_INLINE __m128i load_half(const unsigned char *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static ALWAYS_INLINE uint64_t load_word(const unsigned char *p)
{
    uint64_t word;

    memcpy(&word, p, sizeof word);
    return word;
}

static ALWAYS_INLINE uint32_t load_half_word(const unsigned char *p)
{
    uint32_t word;

    memcpy(&word, p, sizeof word);
    return word;
}

/* Loads n bytes, at most 8; the other bytes are 0. */
static ALWAYS_INLINE uint64_t load_few(const unsigned char *p, size_t n)
{
    if (n >= 8)
        return load_word(p);
    if (n >= 4)
        return load_half_word(p)
             | (uint64_t)load_half_word(p + n - 4) << 8 * (n - 4);
    if (n == 0)
        return 0;
    return p[0] | (uint64_t)p[n / 2] << 8 * (n / 2)
         | (uint64_t)p[n - 1] << 8 * (n - 1);
}

/* Loads n bytes, fewer than 32; the other bytes are 0. */
static ALWAYS_INLINE __m256i load_short(const unsigned char *p, size_t n)
{
    static const uint8_t from[32] = {
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        128, 128, 128, 128, 128, 128, 128, 128,
        128, 128, 128, 128, 128, 128, 128, 128
    };

    if (n >= 16)
        return _mm256_set_m128i(
            _mm_shuffle_epi8(load_half(p + n - 16), load_half(from + 32 - n)),
            load_half(p));
    if (n <= 8)
        return _mm256_set_epi64x(0, 0, 0, (long long)load_few(p, n));
    return _mm256_set_epi64x(
        0, 0, (long long)(load_word(p + n - 8) >> 8 * (16 - n)),
        (long long)load_word(p));
}

/* A table in both halves of a vector: a shuffle looks up each half in itself. */
static ALWAYS_INLINE __m256i twice(const uint8_t table[16])
{
    return _mm256_broadcastsi128_si256(
        _mm_loadu_si128((const __m128i *)(const void *)table));
}

static ALWAYS_INLINE struct bytes look_at(__m256i bytes, int has_mixed)
{
    static const uint8_t low[16] = { 1, 2, 4, 8, 16, 32, 64, 128 };
    static const uint8_t high[16] = { 0, 0, 0, 0, 0, 0, 0, 0,
                                      1, 2, 4, 8, 16, 32, 64, 128 };
    const __m256i nibble = _mm256_and_si256(_mm256_srli_epi16(bytes, 4),
                                            _mm256_set1_epi8(15));

    return (struct bytes){
        .bytes = bytes,
        .low = _mm256_shuffle_epi8(twice(low), nibble),
        .high = has_mixed ? _mm256_shuffle_epi8(twice(high), nibble)
                          : _mm256_setzero_si256(),
    };
}

/* How many of the bytes from 0x80 up a set contains. */
enum high { NONE, SOME, ALL };

/* Which of the bytes are not in a set. */
static ALWAYS_INLINE uint32_t are_not(struct bytes bytes,
                                      const uint8_t set[2][16], enum high high)
{
    /* A shuffle gives 0 for a byte from 0x80 up. */
    __m256i in = _mm256_and_si256(
        _mm256_shuffle_epi8(twice(set[0]), bytes.bytes), bytes.low);

    if (high == SOME)
        in = _mm256_or_si256(in, _mm256_and_si256(
            _mm256_shuffle_epi8(twice(set[1]),
                                _mm256_and_si256(bytes.bytes,
                                                 _mm256_set1_epi8(15))),
            bytes.high));
    in = _mm256_cmpeq_epi8(in, _mm256_setzero_si256());
    if (high == ALL)
        in = _mm256_andnot_si256(bytes.bytes, in);
    return (uint32_t)_mm256_movemask_epi8(in);
}

/* Which of the 64 bytes are not in a set; those past the end are in none. */
static ALWAYS_INLINE uint64_t are_not_of_64(const struct lens *lens,
                                            const uint8_t set[2][16],
                                            enum high high)
{
    const uint64_t past = ~(uint64_t)UINT32_MAX;

    return are_not(lens->first, set, high)
         | (are_not(lens->last, set, high) | past) << lens->shift;
}

static ALWAYS_INLINE void look(struct lens *lens, const struct runs *runs,
                               const unsigned char *from,
                               const unsigned char *end)
{
    const size_t left = (size_t)(end - from);
    const size_t n = left < 64 ? left : 64;
    __m256i first, last;

    lens->before = (uintptr_t)from - 1;
    lens->block_end = from + 64;
    lens->not_pct_encoded = ~UINT64_C(0);
    if (__builtin_expect(n >= 32, 1)) {
        first = load(from);
        last = load(from + n - 32);
        lens->shift = (unsigned)n - 32;
        lens->first = look_at(first, runs->mixed != 0);
        lens->last = look_at(last, runs->mixed != 0);
    } else {
        static const uint8_t inside[64] = {
            255, 255, 255, 255, 255, 255, 255, 255,
            255, 255, 255, 255, 255, 255, 255, 255,
            255, 255, 255, 255, 255, 255, 255, 255,
            255, 255, 255, 255, 255, 255, 255, 255
        };

        first = last = load_short(from, n);
        lens->shift = 0;
        lens->first = look_at(first, runs->mixed != 0);
        lens->first.low = _mm256_and_si256(lens->first.low,
                                           load(inside + 32 - n));
        lens->last = lens->first;
    }
}

static ALWAYS_INLINE uint64_t percents(const struct lens *lens)
{
    return is_equal(lens->first.bytes, '%')
         | (uint64_t)is_equal(lens->last.bytes, '%') << lens->shift;
}

static ALWAYS_INLINE uint64_t hexdigs(const struct lens *lens,
                                      const struct runs *runs)
{
    (void)runs;
    /* %x30-39 / %x41-46 / %x61-66 */
    static const uint8_t hexdig[2][16] = {
        { 0x08, 0x58, 0x58, 0x58, 0x58, 0x58, 0x58, 0x08, 0x08, 0x08 }
    };

    return ~are_not_of_64(lens, hexdig, NONE);
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
    const enum high high = runs->mixed >> set & 1 ? SOME
                         : runs->high >> set & 1 ? ALL : NONE;
    const uint64_t not_in = are_not_of_64(lens, runs->nibbles[set], high);

    return pct_encoded ? not_in & lens->not_pct_encoded : not_in;
}

static ALWAYS_INLINE uint64_t first_bit(uint64_t mask)
{
    return _tzcnt_u64(mask);
}

static ALWAYS_INLINE void store(unsigned char *to, __m256i bytes)
{
    _mm256_storeu_si256((__m256i *)(void *)to, bytes);
}

static ALWAYS_INLINE const unsigned char *
lens_copy(unsigned char to[64], const unsigned char *from, size_t n)
{
    store(to + 32, _mm256_setzero_si256());
    if (n >= 32) {
        store(to, load(from));
        store(to + n - 32, load(from + n - 32));
    } else {
        store(to, load_short(from, n));
    }
    return to;
}

static ALWAYS_INLINE uint32_t are_letters(const unsigned char *p)
{
    const __m256i bytes = _mm256_or_si256(load(p), _mm256_set1_epi8(0x20));

    /* The bytes are compared as signed: those from 0x80 up are less than any letter. */
    return (uint32_t)_mm256_movemask_epi8(_mm256_and_si256(
        _mm256_cmpgt_epi8(bytes, _mm256_set1_epi8('a' - 1)),
        _mm256_cmpgt_epi8(_mm256_set1_epi8('z' + 1), bytes)));
}

enum { COLON_STEP = 32 };

static ALWAYS_INLINE uint32_t are_slashes(const unsigned char *p)
{
    return is_equal(load(p), '/');
}

static ALWAYS_INLINE uint64_t wanted_colons(const unsigned char *p,
                                            enum bare bare)
{
    const uint32_t colon = is_equal(load(p), ':');
    uint64_t wanted;

    if (!colon || bare == BARE_ANY)
        return colon;
    wanted = are_slashes(p + 1) & are_slashes(p + 2);
    if (bare != BARE_NONE)
        wanted |= enough_letters(are_letters(p - 1), bare);
    return colon & wanted;
}

#include "kernel/lens-block.h"
