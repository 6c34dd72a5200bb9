/* SPDX-License-Identifier: MIT
 *
 * The kernels that the library was built with, and the choice among them, which is the
 * library's only state. Every thread makes the same choice, so no lock is needed.
 */
#include "kernel/kernel.h"

#ifdef __x86_64__
#include <cpuid.h>
#endif

/* What a kernel needs of an x86-64 processor: bits of EBX and ECX from leaf 7 of CPUID, and
   of XCR0, where the operating system enables registers. On other processors a kernel needs
   only what all of them have, as every AArch64 has NEON. */
struct needs {
    unsigned ebx;
    unsigned ecx;
    unsigned xcr0;
};
#define NEEDS(ebx, ecx, xcr0) { ebx, ecx, xcr0 }
#define NEEDS_NOTHING NEEDS(0, 0, 0)

static const struct {
    const char *name;
    struct needs needs;
} kernels[KERNEL_COUNT] = {
#define X(name, ...) [KERNEL_##name] = { #name, __VA_ARGS__ },
    LOCUS_KERNELS(X)
#undef X
};

unsigned locus_kernel_chosen;

#ifdef __x86_64__

/* The features of the processor, as far as the operating system enables them. In a virtual
   machine each CPUID takes microseconds, so the existence of leaf 7 is not checked: every
   processor with AVX has it. */
static struct needs has(void)
{
    struct needs here = NEEDS_NOTHING;
    unsigned eax, ebx, ecx, edx;

    __cpuid(1, eax, ebx, ecx, edx);
    if (!(ecx & bit_OSXSAVE) || !(ecx & bit_AVX))
        return here;
    __asm__ volatile ("xgetbv" : "=a" (here.xcr0), "=d" (edx) : "c" (0));
    __cpuid_count(7, 0, eax, here.ebx, here.ecx, edx);
    return here;
}

#else

static struct needs has(void)
{
    return (struct needs)NEEDS_NOTHING;
}

#endif

/* Whether the kernel runs here. */
static int runs(size_t kernel, struct needs here)
{
    const struct needs *const needs = &kernels[kernel].needs;

    return !(needs->ebx & ~here.ebx) && !(needs->ecx & ~here.ecx)
           && !(needs->xcr0 & ~here.xcr0);
}

__attribute__((noinline, cold)) unsigned locus_kernel_choose(void)
{
    const struct needs here = has();
    unsigned i = 0;

    /* The last kernel needs nothing. */
    while (i + 1 < KERNEL_COUNT && !runs(i, here))
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
    const struct needs here = has();

    for (size_t i = 0; i < KERNEL_COUNT; i++)
        if (runs(i, here) && index-- == 0)
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
    const struct needs here = has();

    for (size_t i = 0; i < KERNEL_COUNT; i++)
        if (runs(i, here) && same(kernels[i].name, name)) {
            __atomic_store_n(&locus_kernel_chosen, (unsigned)i + 1, __ATOMIC_RELAXED);
            return 0;
        }
    return LOCUS_ERROR_ABSENT;
}

const char *locus_codegen(void)
{
    return LOCUS_CODEGEN_NAME;
}
