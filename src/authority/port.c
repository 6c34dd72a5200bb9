/* SPDX-License-Identifier: MIT
 *
 * Ports as numbers. The machines have found and checked the text; here it is only
 * converted.
 */
#include "authority/port.h"

#include "locus/schemes.h"

enum { MOST = 65535 };

/* Reads digits[0..len), but stops before the digit that would make the number exceed MOST.
   Returns the number of digits read. */
static size_t read_digits(int *value, const char *digits, size_t len)
{
    size_t i = 0;

    for (*value = 0; i < len; i++) {
        const int next = *value * 10 + (digits[i] - '0');

        if (next > MOST)
            break;
        *value = next;
    }
    return i;
}

size_t locus_port_digits(const char *digits, size_t len)
{
    int value;

    return read_digits(&value, digits, len);
}

int locus_port_with(const struct locus_url *url, const char *text,
                    const struct locus_schemes *own)
{
    const struct locus_span port = url->part[LOCUS_PORT];
    const struct locus_span scheme = url->part[LOCUS_SCHEME];
    int value;

    if (port.len != 0)
        return read_digits(&value, text + port.off, port.len) < port.len
            ? LOCUS_ERROR_RANGE : value;
    if (!locus_has(url, LOCUS_SCHEME))
        return LOCUS_ERROR_ABSENT;
    return locus_default_port_with(text + scheme.off, scheme.len, own);
}

int locus_port(const struct locus_url *url, const char *text)
{
    return locus_port_with(url, text, NULL);
}
