/* SPDX-License-Identifier: MIT
 *
 * The kernels that the library was built with, the choice among them, and the
 * public functions that have one behind them. The choice is the library's only
 * state. Whoever makes it first makes the same, so that threads need no lock.
 */
#include <string.h>

#include "kernel.h"

#if defined __x86_64__ || defined __i386__
#include <cpuid.h>
#endif

/* configure defines LOCUS_KERNELS: X(avx512) X(avx2) X(portable), or on AArch64
   X(neon) X(portable) */
#define X(name) extern const struct locus_kernel locus_kernel_##name;
LOCUS_KERNELS
#undef X

#define X(name) &locus_kernel_##name,
static const struct locus_kernel *const kernels[] = { LOCUS_KERNELS };
#undef X

enum { KERNEL_COUNT = sizeof kernels / sizeof kernels[0] };

static const struct locus_kernel *in_use;

#if defined __x86_64__ || defined __i386__

/* What the processor has, and the system saves, of what kernels need. In a virtual
   machine each CPUID takes microseconds: one whose first leaf tells of AVX has leaf 7,
   too. */
static unsigned has(void)
{
    const unsigned avx2 = bit_AVX2 | bit_BMI | bit_BMI2;
    const unsigned avx512 = bit_AVX512F | bit_AVX512BW | bit_AVX512VL;
    unsigned eax, ebx, ecx, edx, saved, saved_high;

#ifdef __i386__
    if (__get_cpuid_max(0, NULL) < 7)
        return NEEDS_NOTHING;
#endif
    __cpuid(1, eax, ebx, ecx, edx);
    if (!(ecx & bit_OSXSAVE) || !(ecx & bit_AVX))
        return NEEDS_NOTHING;
    __asm__ volatile ("xgetbv" : "=a" (saved), "=d" (saved_high) : "c" (0));
    __cpuid_count(7, 0, eax, ebx, ecx, edx);
    if ((ebx & avx2) != avx2 || (saved & 0x06) != 0x06)
        return NEEDS_NOTHING;
    if ((ebx & avx512) != avx512 || !(ecx & bit_AVX512VBMI)
        || (saved & 0xe6) != 0xe6)
        return NEEDS_AVX2;
    return NEEDS_AVX512;
}

#else

static unsigned has(void)
{
    return NEEDS_NOTHING;
}

#endif

static __attribute__((noinline, cold)) const struct locus_kernel *choose(void)
{
    const unsigned here = has();
    size_t i = 0;

    /* The last one needs nothing. */
    while (i + 1 < KERNEL_COUNT && (kernels[i]->needs & ~here))
        i++;
    __atomic_store_n(&in_use, kernels[i], __ATOMIC_RELAXED);
    return kernels[i];
}

const struct locus_kernel *locus_kernel_in_use(void)
{
    const struct locus_kernel *k = __atomic_load_n(&in_use, __ATOMIC_RELAXED);

    return __builtin_expect(!k, 0) ? choose() : k;
}

const char *locus_kernel(void)
{
    return locus_kernel_in_use()->name;
}

const char *locus_kernel_name(size_t index)
{
    const unsigned here = has();

    for (size_t i = 0; i < KERNEL_COUNT; i++)
        if (!(kernels[i]->needs & ~here) && index-- == 0)
            return kernels[i]->name;
    return NULL;
}

static int same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

int locus_use_kernel(const char *name)
{
    const unsigned here = has();

    for (size_t i = 0; i < KERNEL_COUNT; i++)
        if (!(kernels[i]->needs & ~here) && same(kernels[i]->name, name)) {
            __atomic_store_n(&in_use, kernels[i], __ATOMIC_RELAXED);
            return 0;
        }
    return LOCUS_ERROR_ABSENT;
}

const char *locus_codegen(void)
{
    return LOCUS_CODEGEN_NAME;
}

int locus_has_grammar(enum locus_grammar grammar)
{
    return is_built_in(grammar);
}

/* What no machine was asked. */
static __attribute__((noinline, cold)) int
refuse(struct locus_url *url, int error, enum locus_grammar grammar)
{
    memset(url, 0, sizeof *url);
    url->grammar = (uint8_t)grammar;
    return url->error = error;
}

/* One text, of any length. */
static int parse(locus_parser *parser, struct locus_url *url,
                 const char *text, uint64_t len, enum locus_grammar grammar)
{
    static const unsigned char nothing[1];
    const unsigned char *bytes = (const unsigned char *)text;

    if (len > LOCUS_MAX_LENGTH)
        return refuse(url, LOCUS_ERROR_TOO_LONG, grammar);
    return parser(url, len ? bytes : nothing, (size_t)len);
}

int locus_parse(struct locus_url *url, const char *text, size_t len,
                enum locus_grammar grammar)
{
    if (!is_built_in(grammar))
        return refuse(url, LOCUS_ERROR_GRAMMAR, 0);
    return parse(locus_kernel_in_use()->parse[grammar], url, text, len, grammar);
}

/* So many results wait for their columns: few enough to stay in the nearest
   cache. */
enum { BATCH = 16 };

#define EACH_RESULT(i, count) \
    _Pragma ("GCC unroll 16") \
    for (size_t i = 0; i < (count); i++)

/* One column after the other, which takes fewer instructions than one text
   after the other, and no branch where `count` is constant: the processor would
   not foresee the end of so long a loop. */
static inline __attribute__((always_inline)) void
write_columns(const struct locus_columns *to, size_t at,
              const struct locus_url *urls, size_t count)
{
    if (to->present)
        EACH_RESULT(i, count)
            to->present[at + i] = urls[i].present;
    if (to->error)
        EACH_RESULT(i, count)
            to->error[at + i] = urls[i].error;
    if (to->error_offset)
        EACH_RESULT(i, count)
            to->error_offset[at + i] = urls[i].error_offset;
    if (to->host_kind)
        EACH_RESULT(i, count)
            to->host_kind[at + i] = urls[i].host_kind;
    for (unsigned slot = 0; slot < LOCUS_SLOT_COUNT; slot++) {
        struct locus_span *const column = to->part[slot];

        if (column)
            EACH_RESULT(i, count)
                column[at + i] = urls[i].part[slot];
    }
}

int64_t locus_parse_batch(const struct locus_columns *to, const char *text,
                          const uint64_t *begin, const uint64_t *end,
                          size_t count, enum locus_grammar grammar)
{
    locus_parser *parser;
    int64_t valid = 0;

    if (!is_built_in(grammar))
        return LOCUS_ERROR_GRAMMAR;
    parser = locus_kernel_in_use()->parse[grammar];
    for (size_t at = 0; at < count; at += BATCH) {
        const size_t n = count - at < BATCH ? count - at : BATCH;
        struct locus_url urls[BATCH];

        for (size_t i = 0; i < n; i++) {
            const uint64_t first = begin[at + i], past = end[at + i];

            valid += 0 == (past < first
                ? refuse(&urls[i], LOCUS_ERROR_ARGUMENT, grammar)
                : parse(parser, &urls[i], text ? text + first : text,
                        past - first, grammar));
        }
        if (n == BATCH)
            write_columns(to, at, urls, BATCH);
        else
            write_columns(to, at, urls, n);
    }
    return valid;
}

/* Whether some text that the grammar accepts begins with this. */
static int reads_on(const unsigned char *text, size_t len,
                    enum locus_grammar grammar)
{
    struct locus_match match = { .at = text, .last = text };

    return locus_kernel_in_use()->match(&match, text + len, grammar);
}

int locus_scan_init(struct locus_scan *scan, enum locus_grammar grammar,
                    enum locus_context context)
{
    memset(scan, 0, sizeof *scan);
    if (grammar == LOCUS_RFC3986_REFERENCE)
        grammar = LOCUS_RFC3986;
    if (!is_built_in(grammar))
        return LOCUS_ERROR_GRAMMAR;
    if ((unsigned)context >= LOCUS_CONTEXT_COUNT)
        return LOCUS_ERROR_ARGUMENT;
    scan->internal.grammar = (uint8_t)grammar;
    scan->internal.context = (uint8_t)context;

    /* The bytes of a scheme are those that the grammar takes between a letter
       and a ":"; it begins with those that the grammar begins with. */
    for (unsigned byte = 0; byte < 256; byte++) {
        const unsigned char text[3] = { 'a', (unsigned char)byte, ':' };
        const uint8_t bit = (uint8_t)(1u << byte % 8);

        if (byte != ':' && reads_on(text, sizeof text, grammar))
            scan->internal.scheme_bytes[byte / 8] |= bit;
        if (reads_on(text + 1, 1, grammar))
            scan->internal.first_bytes[byte / 8] |= bit;
    }
    return 0;
}

int locus_scan_next(struct locus_scan *scan, const char *window, size_t len,
                    int end, struct locus_found *found)
{
    /* Nothing can be added to NULL, not even 0. */
    if (__builtin_expect(!window, 0))
        window = "";
    return locus_kernel_in_use()->scan_next(scan, window, len, end, found);
}

int locus_scan_skip(struct locus_scan *scan)
{
    if (scan->internal.phase != LOCUS_SCAN_READING)
        return LOCUS_ERROR_SPACE;
    /* Only the partner of the mark before it is still looked for. */
    if (scan->internal.url.quoted_reads && !scan->internal.url.text_reads) {
        scan->internal.url.quoted_reads = 0;
        return 0;
    }
    scan->internal.phase = LOCUS_SCAN_SKIPPING;
    scan->skipped_from = scan->base + (scan->internal.context == LOCUS_WRAPPED
                                       ? scan->internal.open
                                       : scan->internal.start);
    scan->skipped_to = 0;
    return 0;
}
