/* SPDX-License-Identifier: MIT
 *
 * What the library's files share. Nothing here is exported.
 */
#ifndef LOCUS_INTERNAL_H
#define LOCUS_INTERNAL_H

#include "locus.h"
#include "locus/schemes.h"

/* ASCII without case, as scheme names are compared. */
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

/* The value of a hexadecimal digit. */
static inline uint32_t hex_value(unsigned char digit)
{
    return digit <= '9' ? digit - (uint32_t)'0' : (digit | 0x20u) - 'a' + 10u;
}

/*
 * The address of one to four numbers with dots between them, the last of which
 * fills what octets remain, with a "." after it or not; after a "0" they are of
 * that base, 8 or 10. Returns 0 or LOCUS_ERROR_RANGE.
 */
int locus_read_ipv4(uint8_t octets[4], const char *text, size_t len,
                    uint32_t zero_base);

/* The findings that the machine findings_host has for a host. */
uint64_t locus_look_at_host(const char *text, size_t len);

/*
 * RFC 1630, "Partial (relative) form": what a reference means in a context,
 * text[0..text_len), which locus_parse() has taken apart by locus_rfc1630. An
 * absolute reference is the result; else this is the context's scheme and so on,
 * without "URL:". The result need not be valid: the caller may parse it. buf,
 * size and len are those of locus.h's introduction. Returns 0, or
 *     LOCUS_ERROR_SPACE       *len exceeds size
 */
int locus_resolve_partial(char *buf, size_t size, size_t *len,
                  const struct locus_url *context, const char *text,
                  size_t text_len, const char *partial, size_t partial_len);

/* A relative reference, by the machine of a grammar of RFC 3986's structure. */
int locus_parse_relative(struct locus_url *url, const char *text, size_t len,
                         const struct locus_grammar *grammar);

/* locus_compare() with LOCUS_SAME_LEVEL of two URLs of locus_rfc1630. */
int locus_compare_level(const struct locus_url *a, const char *a_text,
                        const struct locus_url *b, const char *b_text);

#endif
