/* SPDX-License-Identifier: MIT
 *
 * IP addresses as octets. The machines have already found and checked the text; these
 * functions only convert it. They write no more than the requested octets, even if the
 * span does not come from locus_parse().
 */
#include "authority/ip-address.h"
#include "common/bytes.h"

int locus_read_ipv4(uint8_t octets[4], const char *text, size_t len,
                    uint32_t zero_base)
{
    size_t n = 0;                                   /* octets read */
    size_t i = 0;

    for (;;) {
        uint32_t base = 10;
        uint64_t value = 0;

        if (i + 1 < len && text[i] == '0' && (text[i + 1] | 0x20) == 'x') {
            base = 16;
            i += 2;
        } else if (i < len && text[i] == '0') {
            base = zero_base;
        }
        for (; i < len && text[i] != '.'; i++) {
            const uint32_t digit = hex_value((unsigned char)text[i]);

            value = value * base + digit;
            if (digit >= base || value > UINT32_MAX)
                return LOCUS_ERROR_RANGE;
        }
        if (i + 1 >= len) {                         /* the last, or its "." */
            if (value >> 8 * (4 - n) != 0)
                return LOCUS_ERROR_RANGE;
            for (; n < 4; n++)
                octets[n] = (uint8_t)(value >> 8 * (3 - n) & 0xff);
            return 0;
        }
        if (value > 255 || n == 3)
            return LOCUS_ERROR_RANGE;
        octets[n++] = (uint8_t)value;
        i++;
    }
}

int locus_ipv4(uint8_t octets[4], const struct locus_url *url,
               const char *text)
{
    const struct locus_span host = url->part[LOCUS_HOST];

    if (url->host_kind != LOCUS_HOST_IPV4)
        return LOCUS_ERROR_ABSENT;
    return locus_read_ipv4(octets, text + host.off, host.len, 10);
}

int locus_ipv6(uint8_t octets[16], const struct locus_url *url,
               const char *text)
{
    const struct locus_span host = url->part[LOCUS_HOST];
    const char *p, *end;
    size_t n = 0;                                   /* octets read */
    size_t gap = 16;                                /* octets before "::" */

    if (url->host_kind != LOCUS_HOST_IPV6)
        return LOCUS_ERROR_ABSENT;
    p = text + host.off + 1;                        /* between "[" and "]" */
    end = text + host.off + host.len - 1;
    for (int i = 0; i < 16; i++)
        octets[i] = 0;
    while (p < end) {
        const char *group = p;
        unsigned value = 0;

        if (*p == ':') {                            /* "::", or its first */
            p++;
            if (p < end && *p == ':') {
                gap = n;
                p++;
            }
            continue;
        }
        while (p < end && *p != ':' && *p != '.')
            value = value << 4 | hex_value((unsigned char)*p++);
        if (p < end && *p == '.') {                 /* ls32 = IPv4address */
            if (n > 12)
                return LOCUS_ERROR_RANGE;
            if (locus_read_ipv4(octets + n, group, (size_t)(end - group),
                                10) != 0)
                return LOCUS_ERROR_RANGE;
            n += 4;
            break;
        }
        if (n > 14)
            return LOCUS_ERROR_RANGE;
        octets[n++] = (uint8_t)(value >> 8 & 0xff);
        octets[n++] = (uint8_t)(value & 0xff);
    }
    for (size_t i = 0; gap < 16 && i < n - gap; i++) {
        octets[15 - i] = octets[n - 1 - i];
        if (n - 1 - i != 15 - i)
            octets[n - 1 - i] = 0;
    }
    return 0;
}
