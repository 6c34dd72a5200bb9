/* SPDX-License-Identifier: MIT
 *
 * Compares names of schemes.
 */
#ifndef LOCUS_SAME_SCHEME_H
#define LOCUS_SAME_SCHEME_H

#include <stddef.h>

#include "common/bytes.h"

/* Whether two names are equal, ignoring case in ASCII (RFC 3986, section 3.1). */
static inline int locus_same_scheme(const char *a, const char *b, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (ascii_lower((unsigned char)a[i]) != ascii_lower((unsigned char)b[i]))
            return 0;
    return 1;
}

#endif
