/* SPDX-License-Identifier: MIT
 *
 * A kernel is a build of the machines for one instruction set, with the lens for it
 * (lens.h): the parsers and matchers of the grammars, the contexts and KERNEL_FILES,
 * compiled with -DKERNEL=name. dispatch.c chooses one of the kernels in the library.
 */
#ifndef LOCUS_KERNEL_H
#define LOCUS_KERNEL_H

#include "common/lists.h"
#include "locus.h"

/* The number of each kernel. */
enum {
#define X(name, needs) KERNEL_##name,
    LOCUS_KERNELS(X)
#undef X
    KERNEL_COUNT
};

/* One more than the number of the kernel in use; 0 before locus_kernel_choose() has
   chosen it. */
extern __attribute__((visibility("hidden"))) unsigned locus_kernel_chosen;
unsigned locus_kernel_choose(void);

/* The number of the kernel in use. */
static inline unsigned locus_kernel_in_use(void)
{
    const unsigned k = __atomic_load_n(&locus_kernel_chosen, __ATOMIC_RELAXED);

    return __builtin_expect(!k, 0) ? locus_kernel_choose() : k - 1;
}

/* KERNEL_NAME(name) is locus_name_KERNEL: the external name of an object or function in a
   file that is compiled once for each kernel. */
#define KERNEL_PASTE(name, kernel) locus_##name##_##kernel
#define KERNEL_EXPAND(name, kernel) KERNEL_PASTE(name, kernel)
#define KERNEL_NAME(name) KERNEL_EXPAND(name, KERNEL)
#define KERNEL_STRING(kernel) KERNEL_STRING_2(kernel)
#define KERNEL_STRING_2(kernel) #kernel

/* PASTE(a, b) is ab, with macros expanded. */
#define PASTE(a, b) PASTE_2(a, b)
#define PASTE_2(a, b) a##b

#endif
