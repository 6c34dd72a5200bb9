/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/values/address.h"

#include <string.h>

#include "cli/values/operand.h"

bool host_parse(struct locus_url *url, char *buf, const char *text, size_t len)
{
    for (int brackets = 0; brackets < 2; brackets++) {
        size_t used = 0;

        buf[used++] = '/';
        buf[used++] = '/';
        if (brackets)
            buf[used++] = '[';
        memcpy(buf + used, text, len);
        used += len;
        if (brackets)
            buf[used++] = ']';
        if (locus_parse(url, buf, used, locus_rfc3986_reference) == 0
            && locus_get(url, LOCUS_HOST).len == used - 2)
            return true;
    }
    return false;
}

bool address_parse(struct locus_url *url, char *buf, const char *text, size_t len)
{
    size_t begin, end;

    return host_parse(url, buf, text, len)
        || (zone_split(&begin, &end, text, len)
            && host_parse(url, buf, text + begin, end - begin)
            && url->host_kind == LOCUS_HOST_IPV6);
}

/* An IPv4 address, mapped into IPv6. */
static void map_ipv4(uint8_t octets[16], const uint8_t ipv4[4])
{
    static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };

    memcpy(octets, mapped, sizeof mapped);
    memcpy(octets + sizeof mapped, ipv4, 4);
}

/* The address of an operand. Returns the number of its bits as it is written, or 0 if the text
   is not an address. */
static unsigned read_address(uint8_t octets[16], const char *text, size_t len)
{
    enum { MOST = 60 };           /* more than any address */
    char buf[HOST_SIZE(MOST)];
    struct locus_url url;
    uint8_t ipv4[4];

    if (len > MOST || !host_parse(&url, buf, text, len))
        return 0;
    if (locus_ipv4(ipv4, &url, buf) == 0) {
        map_ipv4(octets, ipv4);
        return 32;
    }
    return locus_ipv6(octets, &url, buf) == 0 ? 128 : 0;
}

/* The address of a value, as locus_host_class() reads it. Returns false if it has none. */
static bool address_of(uint8_t octets[16], char *buf, const char *text, size_t len)
{
    struct locus_url url;
    uint8_t ipv4[4];

    if (!address_parse(&url, buf, text, len))
        return false;
    if (url.host_kind == LOCUS_HOST_IPV6)
        return locus_ipv6(octets, &url, buf) == 0;
    if ((url.host_kind == LOCUS_HOST_IPV4 ? locus_ipv4(ipv4, &url, buf)
                                          : locus_numeric_host(ipv4, &url, buf)) != 0)
        return false;
    map_ipv4(octets, ipv4);
    return true;
}

enum prefix_kind prefix_read(struct prefix *prefix, const char *text, size_t len)
{
    size_t address_len;
    uint64_t bits;
    unsigned most;

    if (!prefix_split(&address_len, &bits, text, len))
        return PREFIX_NONE;
    most = read_address(prefix->octets, text, address_len);
    if (most == 0 || bits > most)
        return PREFIX_INVALID;
    prefix->bits = (unsigned)bits + (128 - most);
    return PREFIX_VALID;
}

bool prefix_contains(const struct prefix *prefix, char *buf, const char *text, size_t len)
{
    const unsigned bytes = prefix->bits / 8, bits = prefix->bits % 8;
    uint8_t octets[16];

    return address_of(octets, buf, text, len)
        && memcmp(octets, prefix->octets, bytes) == 0
        && (bits == 0 || (octets[bytes] ^ prefix->octets[bytes]) >> (8 - bits) == 0);
}
