/* SPDX-License-Identifier: MIT
 *
 * Hexadecimal digits (RFC 5234, appendix B.1: HEXDIG, in upper or lower case), as the tests
 * read them, without the library's code.
 */
#ifndef LOCUS_TESTS_HEXDIG_H
#define LOCUS_TESTS_HEXDIG_H

/* The value of a digit, or -1. */
static inline int hexdig(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The octet of two digits, or -1. The second is read only if the first is a digit. */
static inline int hexdig_octet(const void *digits)
{
    const unsigned char *const digit = digits;
    const int high = hexdig(digit[0]), low = high < 0 ? -1 : hexdig(digit[1]);

    return low < 0 ? -1 : high << 4 | low;
}

#endif
