/* SPDX-License-Identifier: MIT
 *
 * Bytes of a text: the empty text, letters of either case, and hexadecimal digits.
 */
#ifndef LOCUS_BYTES_H
#define LOCUS_BYTES_H

#include <stddef.h>

/* Replaces an empty text, which may be NULL: in C, even NULL + 0 is undefined. */
static const unsigned char nothing[1] = { 0 };

static inline const unsigned char *bytes_of(const char *text, size_t len)
{
    return len == 0 ? nothing : (const unsigned char *)text;
}

/* The lower-case and the upper-case form of an ASCII letter; other bytes are unchanged. */
static inline __attribute__((always_inline)) unsigned char ascii_lower(unsigned char c)
{
    return c >= 'A' && c <= 'Z' ? (unsigned char)(c + ('a' - 'A')) : c;
}

static inline __attribute__((always_inline)) unsigned char ascii_upper(unsigned char c)
{
    return c >= 'a' && c <= 'z' ? (unsigned char)(c - ('a' - 'A')) : c;
}

/* The value of a hexadecimal digit. */
static inline unsigned hex_value(unsigned char digit)
{
    return (digit & 15u) + 9u * (digit >> 6);     /* without a branch */
}

/* The octet of two hexadecimal digits: hex_value() of both at once. */
static inline unsigned char hex_octet(const unsigned char *digits)
{
    const unsigned both = (unsigned)digits[0] << 8 | digits[1];
    const unsigned values = (both & 0x0f0fu) + 9u * (both >> 6 & 0x0101u);

    return (unsigned char)(values >> 4 | values);
}

/* The hexadecimal digit of a value, in upper case (RFC 3986, section 2.1). */
static inline char hex_digit(unsigned value)
{
    return "0123456789ABCDEF"[value];
}

#endif
