/* SPDX-License-Identifier: MIT
 *
 * The lens in portable C: runs a byte at a time through the table, colons eight
 * bytes at a time.
 */
#include <string.h>

#define LENS_NAME "portable"

static inline const unsigned char *
lens_run(const unsigned char *from, const unsigned char *end,
         const uint16_t bytes[256], unsigned run)
{
    const unsigned in_class = 1u << ((run & ~RUN_TRIPLES) - 1);

    for (;;) {
        while (from != end && bytes[*from] & in_class)
            from++;
        if (!(run & RUN_TRIPLES) || end - from < 3 || *from != '%'
            || !(bytes[from[1]] & bytes[from[2]] & RUN_HEXDIG))
            return from;
        from += 3;
    }
}

static inline const unsigned char *
lens_colon(const unsigned char *from, const unsigned char *end)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);

    for (; end - from >= 8; from += 8) {
        uint64_t word;

        memcpy(&word, from, 8);
        word ^= ones * ':';
        if ((word - ones) & ~word & ones * 0x80)    /* some byte is 0 now */
            break;
    }
    while (from != end && *from != ':')
        from++;
    return from;
}
