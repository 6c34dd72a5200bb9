/* SPDX-License-Identifier: MIT
 *
 * The lens in AVX2. A class is a table of 16 bytes: entry low nibble, bit high
 * nibble (a second one for the bytes from 80 up, where the class has any). A
 * look loads 64 bytes as two vectors and turns their high nibbles into bits; a
 * run is then two shuffles, a shift and a count of trailing zeros.
 *
 * A text that ends within the 64 bytes is loaded as its first and its last 32
 * (16, 8) bytes, which overlap: nothing past the end is read.
 */
#include <immintrin.h>
#include <string.h>

#define LENS_NEEDS NEEDS_AVX2

struct lens {
    const unsigned char *block;    /* the 64 bytes looked at begin here */
    struct bytes {
        __m256i bytes;
        __m256i low;               /* of each: 1 << high nibble, if under 8 */
        __m256i high;              /* and 1 << high nibble - 8, if not */
    } first, last;                 /* of the 64 */
    uint32_t count;                /* the bytes that count of the first */
    unsigned shift;                /* where the last begin */
    uint64_t inside;               /* the bytes before the end */
    uint64_t triple;               /* the "%" of triples that end inside */
};

/* A mask of the first bytes and one of the last, as one of 64 bytes. */
static ALWAYS_INLINE uint64_t join(const struct lens *lens,
                                   uint32_t first, uint32_t last)
{
    return (first & lens->count) | (uint64_t)last << lens->shift;
}

static ALWAYS_INLINE uint32_t is_not_zero(__m256i bytes)
{
    return ~(uint32_t)_mm256_movemask_epi8(
        _mm256_cmpeq_epi8(bytes, _mm256_setzero_si256()));
}

static ALWAYS_INLINE uint32_t is_equal(__m256i bytes, char byte)
{
    return (uint32_t)_mm256_movemask_epi8(
        _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte)));
}

static ALWAYS_INLINE __m256i load(const unsigned char *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

static ALWAYS_INLINE __m256i load_half(const unsigned char *p)
{
    return _mm256_zextsi128_si256(
        _mm_loadu_si128((const __m128i *)(const void *)p));
}

/* A table in both halves of a vector, as shuffles want it. */
static ALWAYS_INLINE __m256i twice(const uint8_t table[16])
{
    return _mm256_broadcastsi128_si256(
        _mm_loadu_si128((const __m128i *)(const void *)table));
}

static ALWAYS_INLINE struct bytes look_at(__m256i bytes, int has_high)
{
    static const uint8_t low[16] = { 1, 2, 4, 8, 16, 32, 64, 128 };
    static const uint8_t high[16] = { 0, 0, 0, 0, 0, 0, 0, 0,
                                      1, 2, 4, 8, 16, 32, 64, 128 };
    const __m256i nibble = _mm256_and_si256(_mm256_srli_epi16(bytes, 4),
                                            _mm256_set1_epi8(15));

    return (struct bytes){
        .bytes = bytes,
        .low = _mm256_shuffle_epi8(twice(low), nibble),
        .high = has_high ? _mm256_shuffle_epi8(twice(high), nibble)
                         : _mm256_setzero_si256(),
    };
}

/* The bytes that a table of ASCII holds. A shuffle gives 0 for bytes from
   80. */
static ALWAYS_INLINE uint32_t in_low(struct bytes bytes, __m256i table)
{
    return is_not_zero(_mm256_and_si256(
        _mm256_shuffle_epi8(table, bytes.bytes), bytes.low));
}

/* The bytes that a table of bytes from 80 holds. */
static ALWAYS_INLINE uint32_t in_high(struct bytes bytes, __m256i table)
{
    const __m256i nibble = _mm256_and_si256(bytes.bytes,
                                            _mm256_set1_epi8(15));

    return is_not_zero(_mm256_and_si256(
        _mm256_shuffle_epi8(table, nibble), bytes.high));
}

static ALWAYS_INLINE void lens_look(struct lens *lens, const struct runs *runs,
                                    const unsigned char *from,
                                    const unsigned char *end)
{
    const size_t left = (size_t)(end - from);
    const size_t n = left < 64 ? left : 64;
    __m256i first, last;

    lens->block = from;
    lens->inside = n < 64 ? (UINT64_C(1) << n) - 1 : ~UINT64_C(0);
    if (n >= 32) {
        first = load(from);
        last = load(from + n - 32);
        lens->count = ~UINT32_C(0);
        lens->shift = (unsigned)n - 32;
    } else if (n >= 16) {
        first = load_half(from);
        last = load_half(from + n - 16);
        lens->count = 0xffff;
        lens->shift = (unsigned)n - 16;
    } else {
        unsigned char bytes[16] = { 0 };

        memcpy(bytes, from, n);
        first = last = load_half(bytes);
        lens->count = 0xffff;
        lens->shift = 0;
    }
    lens->first = look_at(first, runs->high != 0);
    lens->last = look_at(last, runs->high != 0);
    lens->triple = 0;
    if (runs->triples) {
        const uint64_t percent = lens->inside
            & join(lens, is_equal(first, '%'), is_equal(last, '%'));

        if (__builtin_expect(percent != 0, 0)) {
            /* HEXDIG: 30 to 39, 41 to 46, 61 to 66. */
            static const uint8_t hex[16] = {
                0x08, 0x58, 0x58, 0x58, 0x58, 0x58, 0x58, 0x08, 0x08, 0x08
            };
            const uint64_t hexdig = lens->inside
                & join(lens, in_low(lens->first, twice(hex)),
                             in_low(lens->last, twice(hex)));

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
            const __m256i low = twice(runs->nibbles[class][0]);
            uint32_t first = in_low(lens->first, low);
            uint32_t last = in_low(lens->last, low);
            uint64_t run;

            if (runs->high >> class & 1) {
                const __m256i high = twice(runs->nibbles[class][1]);

                first |= in_high(lens->first, high);
                last |= in_high(lens->last, high);
            }
            run = join(lens, first, last);
            run &= lens->inside;
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

static ALWAYS_INLINE uint32_t are_letters(const unsigned char *p)
{
    const __m256i bytes = _mm256_or_si256(load(p), _mm256_set1_epi8(0x20));

    /* Signed, so that bytes from 80 are less than any letter. */
    return (uint32_t)_mm256_movemask_epi8(_mm256_and_si256(
        _mm256_cmpgt_epi8(bytes, _mm256_set1_epi8('a' - 1)),
        _mm256_cmpgt_epi8(_mm256_set1_epi8('z' + 1), bytes)));
}

static ALWAYS_INLINE const unsigned char *
lens_colon(const unsigned char *from, const unsigned char *end,
           const unsigned char *begin, enum bare bare)
{
    if (from == begin && from != end) {          /* nothing is before it */
        if (*from == ':' && is_colon_wanted(from, end, begin, bare))
            return from;
        from++;
    }
    for (; end - from >= 34; from += 32) {
        const uint32_t colon = is_equal(load(from), ':');
        uint32_t wanted;

        if (!colon)
            continue;
        wanted = is_equal(load(from + 1), '/')
               & is_equal(load(from + 2), '/');
        if (bare == BARE_ANY)
            wanted = colon;
        else if (bare == BARE_LETTER)
            wanted |= are_letters(from - 1);
        wanted &= colon;
        if (wanted)
            return from + _tzcnt_u32(wanted);
    }
    while (from != end
           && (*from != ':' || !is_colon_wanted(from, end, begin, bare)))
        from++;
    return from;
}
