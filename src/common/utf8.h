/* SPDX-License-Identifier: MIT
 *
 * Code points: UTF-16 surrogates (RFC 8259, section 7) and UTF-8 (RFC 3629).
 */
#ifndef LOCUS_UTF8_H
#define LOCUS_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The code point of a surrogate pair, with the high surrogate in the high half. */
static inline uint32_t surrogates(uint32_t pair)
{
    return 0x10000 + ((pair >> 16 & 0x3ff) << 10 | (pair & 0x3ff));
}

/* Writes a code point in UTF-8. Returns the number of bytes. */
static inline size_t locus_utf8(char bytes[4], uint32_t code)
{
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        bytes[0] = (char)(0xc0 | code >> 6);
        bytes[1] = (char)(0x80 | (code & 0x3f));
        return 2;
    }
    if (code < 0x10000) {
        bytes[0] = (char)(0xe0 | code >> 12);
        bytes[1] = (char)(0x80 | (code >> 6 & 0x3f));
        bytes[2] = (char)(0x80 | (code & 0x3f));
        return 3;
    }
    bytes[0] = (char)(0xf0 | code >> 18);
    bytes[1] = (char)(0x80 | (code >> 12 & 0x3f));
    bytes[2] = (char)(0x80 | (code >> 6 & 0x3f));
    bytes[3] = (char)(0x80 | (code & 0x3f));
    return 4;
}

#endif
