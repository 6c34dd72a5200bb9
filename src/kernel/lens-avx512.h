/* SPDX-License-Identifier: MIT
 *
 * The lens in AVX-512 (VBMI). A look classifies 64 bytes at once: a permutation looks
 * each byte up in a table of 128 entries, which say what sets the byte is outside of. The
 * end of a run then takes a bit of each entry, a shift and a count of trailing zeros.
 * Bytes past the end are not loaded and are in no set.
 *
 * LENS_CFLAGS -mavx2 -mbmi -mbmi2 -mavx512f -mavx512bw -mavx512vl -mavx512vbmi
 */
#ifndef __x86_64__
#error 64 bits
#endif

#include <immintrin.h>

#define LENS_NEEDS NEEDS(bit_AVX2 | bit_BMI | bit_BMI2 | bit_AVX512F | \
    bit_AVX512BW | bit_AVX512VL, bit_AVX512VBMI, 0xe6)
#define LENS_WIDTH 64

#include "kernel/lens-chain.h"
#include "kernel/lens-octets.h"

enum { SHORT_IS_SLOW = 0 };

struct lens {
    uintptr_t before;              /* these two and `stop`: see lens-block.h */
    const unsigned char *block_end;
    __m512i bytes;
    __m512i outside[3];            /* for each byte: a bit for each of the sets 0-7,
                                      8-15 and 16-23 that does not contain it */
    __m512i pct_encoded[3];        /* the same, but the "%" of a percent-encoded octet is
                                      in every set */
    uint64_t stop;
};

static ALWAYS_INLINE uint64_t in_range(__m512i bytes, char least, char count)
{
    return _mm512_cmplt_epu8_mask(
        _mm512_sub_epi8(bytes, _mm512_set1_epi8(least)),
        _mm512_set1_epi8(count));
}

/* Looks each byte up in a table of 128 entries, by its low seven bits. */
static ALWAYS_INLINE __m512i by_half(__m512i bytes, const uint8_t *table)
{
    return _mm512_permutex2var_epi8(_mm512_loadu_si512(table), bytes,
                                    _mm512_loadu_si512(table + 64));
}

/* The sets that each byte is outside of. The bytes past the end were loaded as `none`. One
   lookup in 128 entries suffices in two cases:
     - No set contains `none`, or a byte from 0x7F up: greater bytes are looked up as 0x7F.
     - 0x00 and 0x01 are in the same sets, and no set contains only some of the bytes from
       0x80 up: 0x00 is looked up as 0x01, and bytes from 0x80 up as 0x80. */
static ALWAYS_INLINE __m512i are_outside(__mmask64 inside, __m512i bytes,
                                         const uint8_t table[256], unsigned none,
                                         int has_high, int has_mixed)
{
    const __m512i last = _mm512_set1_epi8(0x7f);
    __m512i outside;

    if (!has_high && table[none] == 0xff && table[0x7f] == 0xff)
        return by_half(_mm512_min_epu8(bytes, last), table);
    if (!has_mixed && table[0] == table[1])
        outside = by_half(_mm512_min_epu8(
            _mm512_subs_epu8(bytes, _mm512_set1_epi8(1)), last), table + 1);
    else
        outside = _mm512_mask_mov_epi8(by_half(bytes, table), _mm512_movepi8_mask(bytes),
                                       by_half(bytes, table + 128));
    if (!has_mixed && table[none] == 0xff && table[0] == table[1])
        return outside;
    return _mm512_mask_mov_epi8(_mm512_set1_epi8(-1), inside, outside);
}

static ALWAYS_INLINE void look(struct lens *lens, const struct runs *runs,
                               const unsigned char *from,
                               const unsigned char *end)
{
    const size_t n = (size_t)(end - from);
    const __mmask64 inside = n < 64 ? _bzhi_u64(~UINT64_C(0), (unsigned)n)
                                    : ~UINT64_C(0);
    const __m512i bytes = _mm512_mask_loadu_epi8(
        _mm512_set1_epi8((char)runs->none), inside, from);

    lens->before = (uintptr_t)from - 1;
    lens->block_end = from + 64;
    lens->bytes = bytes;
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++)
        lens->pct_encoded[i] = lens->outside[i] = are_outside(
            inside, bytes, runs->outside[i], runs->none,
            runs->high >> 8 * i & 0xff, runs->mixed >> 8 * i & 0xff);
}

static ALWAYS_INLINE uint64_t percents(const struct lens *lens)
{
    return _mm512_cmpeq_epi8_mask(lens->bytes, _mm512_set1_epi8('%'));
}

/* In a plane that has runs with percent-encoded octets, the last set is "%" and the
   hexadecimal digits. */
static ALWAYS_INLINE uint64_t hexdigs(const struct lens *lens,
                                      const struct runs *runs)
{
    const int plane = runs->set[__builtin_ctz(runs->pct_encoded | runs->octets)] / 8;

    return ~(_mm512_movepi8_mask(lens->outside[plane]) | percents(lens));
}

static ALWAYS_INLINE void pass_pct_encoded(struct lens *lens,
                                           const struct runs *runs,
                                           uint64_t begins)
{
    (void)runs;
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++)
        lens->pct_encoded[i] = _mm512_maskz_mov_epi8(~begins, lens->outside[i]);
}

static ALWAYS_INLINE uint64_t lens_not(const struct lens *lens,
                                       const struct runs *runs, unsigned set,
                                       int pct_encoded)
{
    const __m512i outside = pct_encoded ? lens->pct_encoded[set / 8]
                                        : lens->outside[set / 8];

    (void)runs;
    /* Bits that the shift moves into another byte do not reach the top bit of that byte. */
    return _mm512_movepi8_mask(_mm512_slli_epi16(outside, 7 - set % 8));
}

static ALWAYS_INLINE uint64_t first_bit(uint64_t mask)
{
    return _tzcnt_u64(mask);
}

static ALWAYS_INLINE const unsigned char *
lens_copy(unsigned char to[64], const unsigned char *from, size_t n)
{
    const __mmask64 inside = _bzhi_u64(~UINT64_C(0), (unsigned)n);

    _mm512_storeu_si512(to, _mm512_maskz_loadu_epi8(inside, from));
    return to;
}

enum { COLON_STEP = 64 };

static ALWAYS_INLINE uint64_t are_slashes(const unsigned char *p)
{
    return _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(p),
                                  _mm512_set1_epi8('/'));
}

static ALWAYS_INLINE uint64_t wanted_colons(const unsigned char *p,
                                            enum bare bare)
{
    const uint64_t colon = _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(p),
                                                  _mm512_set1_epi8(':'));
    uint64_t wanted;

    if (!colon || bare == BARE_ANY)
        return colon;
    wanted = are_slashes(p + 1) & are_slashes(p + 2);
    if (bare != BARE_NONE)
        wanted |= enough_letters(
            in_range(_mm512_or_si512(_mm512_loadu_si512(p - 1),
                                     _mm512_set1_epi8(0x20)), 'a', 26), bare);
    return colon & wanted;
}

#include "kernel/lens-block.h"
