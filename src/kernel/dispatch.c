/* SPDX-License-Identifier: MIT
 *
 * The kernels that the library was built with, and the choice among them, which is the
 * library's only state. Every thread makes the same choice, so no lock is needed.
 */
#include "grammars/support/grammar.h"
#include "kernel/kernel.h"

#if defined __x86_64__ || defined __i386__
#include <cpuid.h>
#endif

static const struct {
    const char *name;
    unsigned needs;
} kernels[KERNEL_COUNT] = {
#define X(name, needs) [KERNEL_##name] = { #name, needs },
    LOCUS_KERNELS(X)
#undef X
};

unsigned locus_kernel_chosen;

#if defined __x86_64__ || defined __i386__

/* The features (NEEDS_…) that the processor has and the operating system enables. In
   a virtual machine each CPUID takes microseconds, so on x86-64 the existence of leaf 7 is
   not checked: every processor with AVX has it. */
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

__attribute__((noinline, cold)) unsigned locus_kernel_choose(void)
{
    const unsigned here = has();
    unsigned i = 0;

    /* The last kernel needs nothing. */
    while (i + 1 < KERNEL_COUNT && (kernels[i].needs & ~here))
        i++;
    __atomic_store_n(&locus_kernel_chosen, i + 1, __ATOMIC_RELAXED);
    return i;
}

const char *locus_kernel(void)
{
    return kernels[locus_kernel_in_use()].name;
}

const char *locus_kernel_name(size_t index)
{
    const unsigned here = has();

    for (size_t i = 0; i < KERNEL_COUNT; i++)
        if (!(kernels[i].needs & ~here) && index-- == 0)
            return kernels[i].name;
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
        if (!(kernels[i].needs & ~here) && same(kernels[i].name, name)) {
            __atomic_store_n(&locus_kernel_chosen, (unsigned)i + 1, __ATOMIC_RELAXED);
            return 0;
        }
    return LOCUS_ERROR_ABSENT;
}

const char *locus_codegen(void)
{
    return LOCUS_CODEGEN_NAME;
}
