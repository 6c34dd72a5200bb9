/* SPDX-License-Identifier: MIT
 *
 * Ports as numbers. The machines have found and checked the text; here it is only
 * read.
 */
#include "locus.h"
#include "locus/schemes.h"

/* Decimal digits[0..len), or LOCUS_ERROR_RANGE if they exceed `most`. */
static int decimal(const char *digits, size_t len, int most)
{
    int value = 0;

    for (size_t i = 0; i < len; i++) {
        value = value * 10 + (digits[i] - '0');
        if (value > most)
            return LOCUS_ERROR_RANGE;
    }
    return value;
}

int locus_port_with(const struct locus_url *url, const char *text,
                    const struct locus_schemes *own)
{
    const struct locus_span port = url->part[LOCUS_PORT];
    const struct locus_span scheme = url->part[LOCUS_SCHEME];

    if (port.len != 0)
        return decimal(text + port.off, port.len, 65535);
    if (!locus_has(url, LOCUS_SCHEME))
        return LOCUS_ERROR_ABSENT;
    return locus_default_port_with(text + scheme.off, scheme.len, own);
}

int locus_port(const struct locus_url *url, const char *text)
{
    return locus_port_with(url, text, NULL);
}
