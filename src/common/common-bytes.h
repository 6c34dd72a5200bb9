/* SPDX-License-Identifier: MIT
 *
 * How many bytes at the beginning of two texts of `n` bytes are equal.
 */
#ifndef LOCUS_COMMON_BYTES_H
#define LOCUS_COMMON_BYTES_H

#include "kernel/kernel.h"

typedef size_t locus_bytes_comparer(const unsigned char *a, const unsigned char *b, size_t n);

#define DECLARE_COMMON_BYTES(kernel, needs) \
    locus_bytes_comparer KERNEL_PASTE(common_bytes, kernel);
LOCUS_KERNELS(DECLARE_COMMON_BYTES)

#define NAME_COMMON_BYTES(kernel, needs) \
    [KERNEL_##kernel] = KERNEL_PASTE(common_bytes, kernel),
static inline size_t locus_common_bytes(const unsigned char *a, const unsigned char *b,
                                        size_t n)
{
    static locus_bytes_comparer *const comparers[KERNEL_COUNT] = {
        LOCUS_KERNELS(NAME_COMMON_BYTES)
    };

    return comparers[locus_kernel_in_use()](a, b, n);
}

#endif
