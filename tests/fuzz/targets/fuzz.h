/* SPDX-License-Identifier: MIT
 *
 * What the fuzz targets share.
 */
#ifndef LOCUS_FUZZ_H
#define LOCUS_FUZZ_H

#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1
#endif

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/contexts.h"
#include "support/grammars.h"
#include "support/guard.h"
#include "locus.h"
#include "locus/schemes.h"

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            fflush(stdout); \
            abort(); \
        } \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The longest input of some targets. */
enum { FUZZ_MAX = 4096 };

/* A copy directly before or directly after a page that cannot be accessed, because
   kernels of the library are not built with AddressSanitizer. Valid until the next
   call. */
static inline const char *fuzz_guarded(const void *text, size_t len,
                                       int after)
{
    static struct guard guard;

    return after ? guard_before(&guard, text, len)
                 : guard_after(&guard, text, len);
}

/* The length of the next piece of a text: mostly short, from a simple generator, whose state
   is `cuts`. If that is 0, the text is not cut. */
static inline size_t fuzz_piece(uint32_t *cuts, size_t left)
{
    size_t piece;

    if (*cuts == 0)
        return left;
    *cuts = *cuts * 1664525u + 1013904223u;
    piece = *cuts >> 24;
    piece = piece < 192 ? piece % 9 : piece;
    return piece < left ? piece : left;
}

#endif
