/* SPDX-License-Identifier: MIT
 *
 * How many bytes of two texts are equal, once for each kernel. The library does not call
 * memcmp(), which does not say where the difference is either.
 */
#include "kernel/lens.h"
#include "normalize/normalize.h"

enum { VECTOR = LENS_WIDTH < 32 ? LENS_WIDTH : 32, STEP = 4 * VECTOR };

typedef uint64_t vector __attribute__((vector_size(VECTOR), aligned(1), may_alias));

static ALWAYS_INLINE vector difference(const unsigned char *a, const unsigned char *b)
{
    return *(const vector *)(const void *)a ^ *(const vector *)(const void *)b;
}

static ALWAYS_INLINE int is_zero(vector v)
{
    uint64_t any = 0;

#pragma GCC unroll 4
    for (unsigned i = 0; i < VECTOR / 8; i++)
        any |= v[i];
    return any == 0;
}

ALL_HOT size_t KERNEL_NAME(common_bytes)(const unsigned char *a, const unsigned char *b,
                                         size_t n)
{
    size_t i = 0;

    for (; n - i >= STEP; i += STEP)
        if (!is_zero(difference(a + i, b + i)
                     | difference(a + i + VECTOR, b + i + VECTOR)
                     | difference(a + i + 2 * VECTOR, b + i + 2 * VECTOR)
                     | difference(a + i + 3 * VECTOR, b + i + 3 * VECTOR)))
            break;
    for (; n - i >= VECTOR; i += VECTOR)
        if (!is_zero(difference(a + i, b + i)))
            break;
    for (; n - i >= 8; i += 8)
        if (word_of_8(a + i) != word_of_8(b + i))
            break;
    for (; i < n && a[i] == b[i]; i++)
        continue;
    return i;
}
