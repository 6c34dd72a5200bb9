/* SPDX-License-Identifier: MIT
 *
 * Bytes of texts: the text that has none, and hexadecimal digits.
 */
#ifndef LOCUS_BYTES_H
#define LOCUS_BYTES_H

#include <stddef.h>

/* What stands for a text of no bytes, which may be NULL: nothing can be added to NULL,
   not even 0. */
static const unsigned char nothing[1] = { 0 };

static inline const unsigned char *bytes_of(const char *text, size_t len)
{
    return len == 0 ? nothing : (const unsigned char *)text;
}

/* The value of a hexadecimal digit. */
static inline unsigned hex_value(unsigned char digit)
{
    return digit <= '9' ? digit - (unsigned)'0' : (digit | 0x20u) - 'a' + 10u;
}

/* The octet of two hexadecimal digits. */
static inline unsigned char hex_octet(const unsigned char *digits)
{
    return (unsigned char)(hex_value(digits[0]) << 4 | hex_value(digits[1]));
}

/* The hexadecimal digit of a value; as RFC 3986, section 2.1, wants it, in upper case. */
static inline char hex_digit(unsigned value)
{
    return "0123456789ABCDEF"[value];
}

#endif
