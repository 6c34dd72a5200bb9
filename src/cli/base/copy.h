/* SPDX-License-Identifier: MIT */
#ifndef COPY_H
#define COPY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* memcpy() for the pieces of a record. Most are so short that a call takes longer than the
   copy. */
static inline void copy_short(char *to, const char *from, size_t len)
{
    uint64_t first, last;
    uint32_t first_half, last_half;

    if (len > 16) {
        memcpy(to, from, len);
    } else if (len >= 8) {
        memcpy(&first, from, 8);
        memcpy(&last, from + len - 8, 8);
        memcpy(to, &first, 8);
        memcpy(to + len - 8, &last, 8);
    } else if (len >= 4) {
        memcpy(&first_half, from, 4);
        memcpy(&last_half, from + len - 4, 4);
        memcpy(to, &first_half, 4);
        memcpy(to + len - 4, &last_half, 4);
    } else if (len > 0) {
        to[0] = from[0];
        to[len / 2] = from[len / 2];
        to[len - 1] = from[len - 1];
    }
}

/* Most URLs are shorter. */
#define COPY_WIDE ((size_t)64)

/* The same where `readable` bytes can be read and `room` written, at least `len` of
   each. Then no branch depends on the length of a short text, which the processor could
   not predict. */
static inline void copy_wide(char *to, size_t room, const char *from, size_t readable,
                             size_t len)
{
    if (len <= COPY_WIDE && room >= COPY_WIDE && readable >= COPY_WIDE)
        memcpy(to, from, COPY_WIDE);
    else
        copy_short(to, from, len);
}

#endif
