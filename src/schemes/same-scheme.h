/* SPDX-License-Identifier: MIT
 *
 * Compares names of schemes.
 */
#ifndef LOCUS_SAME_SCHEME_H
#define LOCUS_SAME_SCHEME_H

#include <stddef.h>

/* Whether two names are equal, ignoring case in ASCII (RFC 3986, section 3.1). */
static inline int locus_same_scheme(const char *a, const char *b, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        const unsigned char x = (unsigned char)a[i];
        const unsigned char y = (unsigned char)b[i];

        if ((x >= 'A' && x <= 'Z' ? x + ('a' - 'A') : x)
            != (y >= 'A' && y <= 'Z' ? y + ('a' - 'A') : y))
            return 0;
    }
    return 1;
}

#endif
