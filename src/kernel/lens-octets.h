/* SPDX-License-Identifier: MIT
 *
 * lens_decode() in AVX2 and BMI2, for the lenses of x86-64. Every two adjacent bytes are
 * converted as if they were digits. Where a "%" begins an octet, the result replaces it.
 * Then the digits are removed, eight bytes at a time.
 */
#define LENS_OCTETS

/* Each byte as the value of a hexadecimal digit. */
static ALWAYS_INLINE __m256i hex_values(__m256i digits)
{
    const __m256i letters = _mm256_and_si256(_mm256_srli_epi16(digits, 6), _mm256_set1_epi8(1));
    const __m256i low = _mm256_and_si256(digits, _mm256_set1_epi8(15));

    /* low + 9 if it is a letter */
    return _mm256_add_epi8(low, _mm256_add_epi8(letters, _mm256_slli_epi16(letters, 3)));
}

/* For each of 32 bytes, the octet of the two digits after it: `next` and `after` are
   these bytes shifted by one and by two. */
static ALWAYS_INLINE __m256i octets_of(__m256i next, __m256i after)
{
    return _mm256_or_si256(_mm256_slli_epi16(hex_values(next), 4), hex_values(after));
}

static ALWAYS_INLINE __m256i octets_before(const unsigned char *text)
{
    return octets_of(_mm256_loadu_si256((const void *)(text + 1)),
                     _mm256_loadu_si256((const void *)(text + 2)));
}

/* octets_before() without reading past the 32 bytes: no octet begins in the last two. */
static ALWAYS_INLINE __m256i last_octets(const unsigned char *text)
{
    const __m256i bytes = _mm256_loadu_si256((const void *)text);
    const __m256i upper = _mm256_permute2x128_si256(bytes, bytes, 0x81);

    return octets_of(_mm256_alignr_epi8(upper, bytes, 1), _mm256_alignr_epi8(upper, bytes, 2));
}

/* Expands each of the low eight bits to a byte: 0 or 0xFF. */
static ALWAYS_INLINE uint64_t bytes_of_8(uint64_t bits)
{
    const uint64_t each = _pdep_u64(bits, UINT64_C(0x0101010101010101));

    return (each << 8) - each;
}

static ALWAYS_INLINE uint32_t not_in_set(__m256i bytes, const uint8_t set[2][16])
{
    const __m256i bits = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64,
                                          -128, 1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16,
                                          32, 64, -128);
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i low = _mm256_and_si256(bytes, nibble);
    const __m256i bit = _mm256_shuffle_epi8(
        bits, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), nibble));
    const __m256i in = _mm256_blendv_epi8(
        _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(
            _mm_loadu_si128((const void *)set[0])), low),
        _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(
            _mm_loadu_si128((const void *)set[1])), low), bytes);

    return (uint32_t)_mm256_movemask_epi8(
        _mm256_cmpeq_epi8(_mm256_and_si256(in, bit), _mm256_setzero_si256()));
}

static ALWAYS_INLINE unsigned char *
lens_decode(unsigned char *to, const unsigned char *text, size_t skipped,
            const struct octets *octets, const uint8_t set[2][16], uint64_t *outside)
{
    const uint64_t all = octets->len < 64 ? (UINT64_C(1) << octets->len) - 1 : ~UINT64_C(0);
    const uint64_t begin = octets->begin << skipped;
    const uint64_t kept = (all & ~(octets->begin << 1 | octets->begin << 2)) << skipped;
    const __m256i first = octets_before(text);
    const __m256i last = last_octets(text + 32);
    unsigned char decoded[64];

    _mm256_storeu_si256((void *)decoded, first);
    _mm256_storeu_si256((void *)(decoded + 32), last);
    *outside = begin & (not_in_set(first, set) | (uint64_t)not_in_set(last, set) << 32);
    *outside >>= skipped;
#pragma GCC unroll 8
    for (unsigned i = 0; i < 64; i += 8) {
        const uint64_t is_octet = bytes_of_8(begin >> i);
        const uint64_t word = (word_of_8(text + i) & ~is_octet)
                            | (word_of_8(decoded + i) & is_octet);
        const uint64_t moved = _pext_u64(word, bytes_of_8(kept >> i));

        memcpy(to, &moved, sizeof moved);
        to += __builtin_popcountll(kept >> i & 0xff);
    }
    return to;
}
