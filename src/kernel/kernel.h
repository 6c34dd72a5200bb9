/* SPDX-License-Identifier: MIT
 *
 * A kernel is the machines compiled for one instruction set around the lens for it:
 * the parsers and matchers of the grammars, the contexts and KERNEL_FILES, built with
 * -DKERNEL=name. dispatch.c chooses among those that the library was built with.
 */
#ifndef LOCUS_KERNEL_H
#define LOCUS_KERNEL_H

#include "grammars/support/grammar.h"

/* What a kernel needs of the processor. The bits follow each other in the order
   in which processors got them. */
enum {
    NEEDS_NOTHING = 0,             /* NEON too: every AArch64 has it */
    NEEDS_AVX2 = 1,                /* and BMI, BMI2 */
    NEEDS_AVX512 = 3               /* and F, BW, VL, VBMI of AVX-512 */
};

/* One more than the number of the kernel in use; 0 before the choice, which
   locus_kernel_choose() makes. */
extern __attribute__((visibility("hidden"))) unsigned locus_kernel_chosen;
unsigned locus_kernel_choose(void);

/* The number of the one in use. */
static inline unsigned locus_kernel_in_use(void)
{
    const unsigned k = __atomic_load_n(&locus_kernel_chosen, __ATOMIC_RELAXED);

    return __builtin_expect(!k, 0) ? locus_kernel_choose() : k - 1;
}

/* locus_NAME_KERNEL: what a file that is built once for each kernel calls its
   own. */
#define KERNEL_PASTE(name, kernel) locus_##name##_##kernel
#define KERNEL_EXPAND(name, kernel) KERNEL_PASTE(name, kernel)
#define KERNEL_NAME(name) KERNEL_EXPAND(name, KERNEL)
#define KERNEL_STRING(kernel) KERNEL_STRING_2(kernel)
#define KERNEL_STRING_2(kernel) #kernel

#endif
