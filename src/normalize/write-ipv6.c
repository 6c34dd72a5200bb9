/* SPDX-License-Identifier: MIT
 *
 * IPv6 addresses as text: RFC 5952, sections 4 and 5.
 */
#include "common/bytes.h"
#include "normalize/normalize.h"

/* The text being written. The longest is
   "[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]", 41 bytes. */
struct ipv6_text {
    unsigned char *bytes;
    size_t len;
};

static void put(struct ipv6_text *text, char c)
{
    text->bytes[text->len++] = (unsigned char)c;
}

/* 4.1: no leading zeros. 4.3: lower case. */
static void put_number(struct ipv6_text *text, unsigned number, unsigned base)
{
    unsigned unit = 1;

    while (number / unit >= base)
        unit *= base;
    for (; unit > 0; unit /= base)
        put(text, (char)(hex_digit(number / unit % base) | 0x20));
}

/* 5: of the prefixes with an embedded IPv4 address, only the well-known IPv4-mapped
   one, ::ffff:0:0/96, is recognized. */
static int is_ipv4_mapped(const unsigned group[8])
{
    for (int i = 0; i < 5; i++)
        if (group[i] != 0)
            return 0;
    return group[5] == 0xffff;
}

/* 4.2: "::" replaces the longest run of at least two zero groups; the first one, if
   several are equally long. Returns its length, or 0. */
static int longest_zeros(const unsigned group[8], int *begin)
{
    int longest = 1;

    for (int i = 0; i < 8; i++) {
        int n = 0;

        while (i + n < 8 && group[i + n] == 0)
            n++;
        if (n > longest) {
            longest = n;
            *begin = i;
        }
    }
    return longest > 1 ? longest : 0;
}

size_t locus_write_ipv6(unsigned char *bytes, const uint8_t octets[16])
{
    struct ipv6_text text = { bytes, 0 };
    unsigned group[8];
    int zeros = 8;
    int zeros_len, mapped;

    for (int i = 0; i < 8; i++)
        group[i] = (unsigned)octets[2 * i] << 8 | octets[2 * i + 1];
    mapped = is_ipv4_mapped(group);
    zeros_len = longest_zeros(group, &zeros);

    put(&text, '[');
    for (int i = 0; i < (mapped ? 6 : 8); i++) {
        if (zeros_len > 0 && i == zeros) {
            put(&text, ':');
            put(&text, ':');
            i += zeros_len - 1;
            continue;
        }
        if (i > 0 && text.bytes[text.len - 1] != ':')
            put(&text, ':');
        put_number(&text, group[i], 16);
    }
    for (int i = 12; mapped && i < 16; i++) {
        put(&text, i == 12 ? ':' : '.');
        put_number(&text, octets[i], 10);
    }
    put(&text, ']');
    return text.len;
}
