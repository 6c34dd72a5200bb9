/* SPDX-License-Identifier: MIT
 *
 * What fuzz targets have in common.
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
#include <sys/mman.h>

#include "locus.h"

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            fflush(stdout); \
            abort(); \
        } \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The longest text that fuzz_guarded() takes. */
enum { FUZZ_MAX = 4096 };

/* A copy between two pages that cannot be touched, right before the second
   one, or right behind the first: kernels of the library are not built with
   AddressSanitizer. Good until the next call. */
static inline const char *fuzz_guarded(const void *text, size_t len,
                                       int behind)
{
    enum { PAGE = 65536 };         /* a multiple of every processor's */
    static char *room;
    char *at;

    CHECK(len <= FUZZ_MAX);
    if (!room) {
        room = mmap(NULL, (size_t)3 * PAGE, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        CHECK(room != MAP_FAILED);
        room += PAGE;
        CHECK(mprotect(room, PAGE, PROT_READ | PROT_WRITE) == 0);
    }
    at = behind ? room : room + PAGE - len;
    if (len > 0)
        memcpy(at, text, len);
    return at;
}

#endif
