/* SPDX-License-Identifier: MIT
 *
 * How many bytes at the beginning of two texts are equal. Compiled once for each kernel.
 * memcmp() would not tell where the texts differ.
 */
#include "kernel/lens.h"
#include "reference/decompose.h"

enum { VECTOR = LENS_WIDTH < 32 ? LENS_WIDTH : 32, STEP = 4 * VECTOR };

typedef uint64_t vector __attribute__((vector_size(VECTOR), aligned(1), may_alias));

/* Whether `count` vectors are equal. (No function takes or returns a vector: the ABI
   for that depends on the instruction set that is enabled.) */
static ALWAYS_INLINE int are_equal(const unsigned char *a, const unsigned char *b,
                                   size_t count)
{
    vector differences = { 0 };
    uint64_t any = 0;

#pragma GCC unroll 4
    for (size_t i = 0; i < count; i++)
        differences |= *(const vector *)(const void *)(a + i * VECTOR)
                       ^ *(const vector *)(const void *)(b + i * VECTOR);
#pragma GCC unroll 4
    for (unsigned i = 0; i < VECTOR / 8; i++)
        any |= differences[i];
    return any == 0;
}

/* The index of the first byte that differs, from `i` on, or `n`. */
static ALWAYS_INLINE size_t first_difference(const unsigned char *a, const unsigned char *b,
                                             size_t i, size_t n)
{
    for (; n - i >= 8; i += 8)
        if (word_of_8(a + i) != word_of_8(b + i))
            break;
    for (; i < n && a[i] == b[i]; i++)
        continue;
    return i;
}

/* The last vector or word may overlap bytes that are already compared. */
ALL_HOT size_t KERNEL_NAME(common_bytes)(const unsigned char *a, const unsigned char *b,
                                         size_t n)
{
    size_t i = 0;

    for (; n - i >= STEP; i += STEP)
        if (!are_equal(a + i, b + i, STEP / VECTOR))
            return first_difference(a, b, i, n);
    for (; n - i >= VECTOR; i += VECTOR)
        if (!are_equal(a + i, b + i, 1))
            return first_difference(a, b, i, n);
    if (n >= VECTOR ? are_equal(a + n - VECTOR, b + n - VECTOR, 1)
                    : n >= 8 && n < 16 && word_of_8(a) == word_of_8(b)
                      && word_of_8(a + n - 8) == word_of_8(b + n - 8))
        return n;
    return first_difference(a, b, i, n);
}
