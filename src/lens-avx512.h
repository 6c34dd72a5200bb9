/* SPDX-License-Identifier: MIT
 *
 * The lens in AVX-512 (VBMI). A look classifies 64 bytes at once: a byte's
 * classes are its entry in a table of 128, which is one permutation. A run is
 * then a test for the class's bit, a shift and a count of trailing zeros.
 * Bytes past the end are not loaded and are in no class.
 */
#include <immintrin.h>

#define LENS_NEEDS NEEDS_AVX512
#define LENS_WIDTH 64

struct lens {
    const unsigned char *block;    /* the 64 bytes looked at begin here */
    const unsigned char *block_end;
    __m512i bits0;                 /* of each: a bit for each of the sets 0-7, */
    __m512i bits1;                 /* 8-15, */
    __m512i bits2;                 /* 16-23; none past the end */
    uint64_t no_triple;            /* all but the "%" of triples inside */
};

static ALWAYS_INLINE uint64_t in_range(__m512i bytes, char least, char count)
{
    return _mm512_cmplt_epu8_mask(
        _mm512_sub_epi8(bytes, _mm512_set1_epi8(least)),
        _mm512_set1_epi8(count));
}

/* The bits of bytes 00 to 7F, or of 80 to FF, by a table of those 128. */
static ALWAYS_INLINE __m512i half_bits(__mmask64 which, __m512i bytes,
                                       const uint8_t *table)
{
    return _mm512_maskz_permutex2var_epi8(which, _mm512_loadu_si512(table),
                                          bytes,
                                          _mm512_loadu_si512(table + 64));
}

static ALWAYS_INLINE __m512i bits(__mmask64 inside, __m512i bytes,
                                  const uint8_t table[256], int has_high)
{
    const __mmask64 high = _mm512_movepi8_mask(bytes);
    const __m512i low = half_bits(inside & ~high, bytes, table);

    if (!has_high || !high)
        return low;
    return _mm512_or_si512(low, half_bits(high, bytes, table + 128));
}

static ALWAYS_INLINE void lens_look(struct lens *lens, const struct runs *runs,
                                    const unsigned char *from,
                                    const unsigned char *end)
{
    const size_t n = (size_t)(end - from);
    const __mmask64 inside = n < 64 ? _bzhi_u64(~UINT64_C(0), (unsigned)n)
                                    : ~UINT64_C(0);
    const __m512i bytes = _mm512_maskz_loadu_epi8(inside, from);

    lens->block = from;
    lens->block_end = from + 64;
    lens->bits0 = bits(inside, bytes, runs->bits[0], runs->high & 0xff);
    lens->bits1 = bits(inside, bytes, runs->bits[1], runs->high >> 8 & 0xff);
    lens->bits2 = bits(inside, bytes, runs->bits[2], runs->high >> 16 & 0xff);
    lens->no_triple = ~UINT64_C(0);
    if (runs->triples) {
        const uint64_t percent =
            _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('%'));

        if (__builtin_expect(percent != 0, 0)) {
            const uint64_t hexdig = in_range(bytes, '0', 10)
                | in_range(_mm512_or_si512(bytes, _mm512_set1_epi8(0x20)),
                           'a', 6);

            lens->no_triple = ~(percent & hexdig >> 1 & hexdig >> 2);
        }
    }
}

static ALWAYS_INLINE uint64_t lens_not(const struct lens *lens,
                                       const struct runs *runs, unsigned set)
{
    (void)runs;
    return _mm512_testn_epi8_mask(
        set < 8 ? lens->bits0 : set < 16 ? lens->bits1 : lens->bits2,
        _mm512_set1_epi8((char)(1u << set % 8)));
}

static ALWAYS_INLINE void lens_look_on(struct lens *lens,
                                       const struct runs *runs,
                                       const unsigned char *from,
                                       const unsigned char *end)
{
    lens_look(lens, runs, from, end);
}

static ALWAYS_INLINE unsigned first_bit(uint64_t mask)
{
    return (unsigned)_tzcnt_u64(mask);
}

enum { COLON_STEP = 64 };

static ALWAYS_INLINE uint64_t wanted_colons(const unsigned char *p,
                                            enum bare bare)
{
    const __m512i slash = _mm512_set1_epi8('/');
    const uint64_t colon = _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(p),
                                                  _mm512_set1_epi8(':'));
    uint64_t wanted;

    if (!colon || bare == BARE_ANY)
        return colon;
    wanted = _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(p + 1), slash)
           & _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(p + 2), slash);
    if (bare == BARE_LETTER)
        wanted |= in_range(_mm512_or_si512(_mm512_loadu_si512(p - 1),
                                           _mm512_set1_epi8(0x20)), 'a', 26);
    return colon & wanted;
}

#include "lens-block.h"
