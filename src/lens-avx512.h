/* SPDX-License-Identifier: MIT
 *
 * The lens in AVX-512 (VBMI). A look classifies 64 bytes at once: a byte's
 * classes are its entry in a table of 128, which is one permutation. A run is
 * then a test for the class's bit, a shift and a count of trailing zeros.
 * Bytes past the end are not loaded and are in no class.
 */
#include <immintrin.h>

#define LENS_NEEDS NEEDS_AVX512

struct lens {
    const unsigned char *block;    /* the 64 bytes looked at begin here */
    __m512i classes;               /* of each: a bit for each of 0 to 7 */
    __m512i more_classes;          /* and of 8 to 15 */
    uint64_t inside;               /* the bytes before the end */
    uint64_t triple;               /* the "%" of triples that end inside */
};

static ALWAYS_INLINE uint64_t in_range(__m512i bytes, char least, char count)
{
    return _mm512_cmplt_epu8_mask(
        _mm512_sub_epi8(bytes, _mm512_set1_epi8(least)),
        _mm512_set1_epi8(count));
}

/* The classes of bytes 00 to 7F, or of 80 to FF, by a table of those 128. */
static ALWAYS_INLINE __m512i half_classes(__m512i bytes, const uint8_t *table)
{
    return _mm512_permutex2var_epi8(_mm512_loadu_si512(table), bytes,
                                    _mm512_loadu_si512(table + 64));
}

static ALWAYS_INLINE __m512i classes(__m512i bytes, const uint8_t table[256],
                                     int has_high)
{
    const __mmask64 high = _mm512_movepi8_mask(bytes);
    const __m512i low = _mm512_maskz_mov_epi8(~high,
                                              half_classes(bytes, table));

    if (!has_high || !high)
        return low;
    return _mm512_mask_mov_epi8(low, high, half_classes(bytes, table + 128));
}

static ALWAYS_INLINE void lens_look(struct lens *lens, const struct runs *runs,
                                    const unsigned char *from,
                                    const unsigned char *end)
{
    const size_t n = (size_t)(end - from);
    __m512i bytes;

    lens->block = from;
    lens->inside = n < 64 ? _bzhi_u64(~UINT64_C(0), (unsigned)n)
                          : ~UINT64_C(0);
    bytes = _mm512_maskz_loadu_epi8(lens->inside, from);
    lens->classes = classes(bytes, runs->bits[0], runs->high != 0);
    lens->more_classes = classes(bytes, runs->bits[1], runs->high != 0);
    lens->triple = 0;
    if (runs->triples) {
        const uint64_t percent =
            _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('%'));

        if (__builtin_expect(percent != 0, 0)) {
            const uint64_t hexdig = in_range(bytes, '0', 10)
                | in_range(_mm512_or_si512(bytes, _mm512_set1_epi8(0x20)),
                           'a', 6);

            lens->triple = percent & hexdig >> 1 & hexdig >> 2;
        }
    }
}

/* Out of line, and by value so that the lens of its caller stays in
   registers. */
static __attribute__((noinline, cold)) struct lens
lens_look_on(const struct runs *runs, const unsigned char *from,
             const unsigned char *end)
{
    struct lens lens;

    lens_look(&lens, runs, from, end);
    return lens;
}

static ALWAYS_INLINE const unsigned char *
lens_run(struct lens *lens, const struct runs *runs, unsigned class,
         const unsigned char *from, const unsigned char *end)
{
    for (;;) {
        const size_t at = (size_t)(from - lens->block);

        if (__builtin_expect(at < 64, 1)) {
            uint64_t run = _mm512_mask_test_epi8_mask(
                lens->inside,
                class < 8 ? lens->classes : lens->more_classes,
                _mm512_set1_epi8((char)(1u << class % 8)));

            if (runs->triples >> class & 1)
                run |= lens->triple;
            run = ~run >> at;
            if (__builtin_expect(run != 0, 1))
                return from + _tzcnt_u64(run);
            from = lens->block + 64;
        }
        if (from >= end)
            return end;
        *lens = lens_look_on(runs, from, end);
    }
}

static ALWAYS_INLINE const unsigned char *
lens_colon(const unsigned char *from, const unsigned char *end,
           const unsigned char *begin, enum bare bare)
{
    const __m512i slash = _mm512_set1_epi8('/');

    if (from == begin && from != end) {          /* nothing is before it */
        if (*from == ':' && is_colon_wanted(from, end, begin, bare))
            return from;
        from++;
    }
    for (; end - from >= 66; from += 64) {
        const uint64_t colon = _mm512_cmpeq_epi8_mask(
            _mm512_loadu_si512(from), _mm512_set1_epi8(':'));
        uint64_t wanted;

        if (!colon)
            continue;
        wanted = _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(from + 1), slash)
               & _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(from + 2), slash);
        if (bare == BARE_ANY)
            wanted = colon;
        else if (bare == BARE_LETTER)
            wanted |= in_range(
                _mm512_or_si512(_mm512_loadu_si512(from - 1),
                                _mm512_set1_epi8(0x20)), 'a', 26);
        wanted &= colon;
        if (wanted)
            return from + _tzcnt_u64(wanted);
    }
    while (from != end
           && (*from != ':' || !is_colon_wanted(from, end, begin, bare)))
        from++;
    return from;
}
