/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/blocks/newlines.h"

/* The number of newlines in the first `len` bytes. `len` must be a constant of at
   most 255, so that the compiler can vectorize the loop. */
static inline unsigned char count_step(const char *text, size_t len)
{
    unsigned char count = 0;

    for (size_t i = 0; i < len; i++)
        count = (unsigned char)(count + (text[i] == '\n'));
    return count;
}

uint64_t count_newlines(const char *text, size_t len)
{
    uint64_t count = 0;

    for (; len >= 128; text += 128, len -= 128)
        count += count_step(text, 128);
    for (; len >= 16; text += 16, len -= 16)
        count += count_step(text, 16);
    for (; len > 0; text++, len--)
        count += *text == '\n';
    return count;
}
