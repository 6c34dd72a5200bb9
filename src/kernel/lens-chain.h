/* SPDX-License-Identifier: MIT
 *
 * lens_chain() in AVX2, for the lenses of x86-64: 16 or 32 bytes are compared at once. A
 * byte is in a range if (byte - least) mod 256 is at most the span: subtracting the span
 * with saturation then gives 0.
 */
#define LENS_CHAINS

static ALWAYS_INLINE __m128i out_of_range_16(__m128i bytes, const uint8_t *least,
                                             const uint8_t *span)
{
    return _mm_subs_epu8(_mm_sub_epi8(bytes, _mm_loadu_si128((const void *)least)),
                         _mm_loadu_si128((const void *)span));
}

static ALWAYS_INLINE __m256i out_of_range_32(__m256i bytes, const uint8_t *least,
                                             const uint8_t *span)
{
    return _mm256_subs_epu8(_mm256_sub_epi8(bytes, _mm256_loadu_si256((const void *)least)),
                            _mm256_loadu_si256((const void *)span));
}

static ALWAYS_INLINE int lens_chain(const struct chains *chains, unsigned chain,
                                    const unsigned char *p, const unsigned char *end)
{
    const uint8_t (*const least)[CHAIN_BYTES] = chains->least[chain];
    const uint8_t (*const span)[CHAIN_BYTES] = chains->span[chain];

    if (chains->length[chain] <= 16) {
        __m128i bytes, out;

        if (end - p < 16)
            return 0;
        bytes = _mm_loadu_si128((const void *)p);
        out = out_of_range_16(bytes, least[0], span[0]);
        if (chains->second[chain])
            out = _mm_min_epu8(out, out_of_range_16(bytes, least[1], span[1]));
        return _mm_testz_si128(out, out);
    } else {
        __m256i bytes, out;

        if (end - p < 32)
            return 0;
        bytes = _mm256_loadu_si256((const void *)p);
        out = out_of_range_32(bytes, least[0], span[0]);
        if (chains->second[chain])
            out = _mm256_min_epu8(out, out_of_range_32(bytes, least[1], span[1]));
        return _mm256_testz_si256(out, out);
    }
}
