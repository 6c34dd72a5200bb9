/* SPDX-License-Identifier: MIT
 *
 * The classes of addresses. One line per block: those of the IANA IPv4 and IPv6
 * Special-Purpose Address Registries, multicast, and what RFC 4291 leaves unassigned.
 */
#include "locus.h"

/* The first block of a table that contains the address determines its class. */
struct block {
    uint8_t prefix[16];
    uint8_t bits;                  /* the length of the prefix */
    uint8_t address_class;
};

static const struct block ipv4[] = {
    { { 0 }, 8, LOCUS_CLASS_UNSPECIFIED },                  /* RFC 1122 */
    { { 10 }, 8, LOCUS_CLASS_PRIVATE },                     /* RFC 1918 */
    { { 100, 64 }, 10, LOCUS_CLASS_SHARED },                /* RFC 6598 */
    { { 127 }, 8, LOCUS_CLASS_LOOPBACK },                   /* RFC 1122 */
    { { 169, 254 }, 16, LOCUS_CLASS_LINK_LOCAL },           /* RFC 3927 */
    { { 172, 16 }, 12, LOCUS_CLASS_PRIVATE },               /* RFC 1918 */
    { { 192, 0, 0, 9 }, 32, LOCUS_CLASS_GLOBAL },           /* RFC 7723 */
    { { 192, 0, 0, 10 }, 32, LOCUS_CLASS_GLOBAL },          /* RFC 8155 */
    { { 192, 0, 0 }, 24, LOCUS_CLASS_PROTOCOL },            /* RFC 6890 */
    { { 192, 0, 2 }, 24, LOCUS_CLASS_DOCUMENTATION },       /* RFC 5737 */
    { { 192, 88, 99 }, 24, LOCUS_CLASS_PROTOCOL },          /* RFC 7526 */
    { { 192, 168 }, 16, LOCUS_CLASS_PRIVATE },              /* RFC 1918 */
    { { 198, 18 }, 15, LOCUS_CLASS_BENCHMARKING },          /* RFC 2544 */
    { { 198, 51, 100 }, 24, LOCUS_CLASS_DOCUMENTATION },    /* RFC 5737 */
    { { 203, 0, 113 }, 24, LOCUS_CLASS_DOCUMENTATION },     /* RFC 5737 */
    { { 233, 252, 0 }, 24, LOCUS_CLASS_DOCUMENTATION },     /* RFC 6676 */
    { { 224 }, 4, LOCUS_CLASS_MULTICAST },                  /* RFC 5771 */
    { { 255, 255, 255, 255 }, 32, LOCUS_CLASS_BROADCAST },  /* RFC 919 */
    { { 240 }, 4, LOCUS_CLASS_RESERVED },                   /* RFC 1112 */
    { { 0 }, 0, LOCUS_CLASS_GLOBAL },
};

static const struct block ipv6[] = {
    { { 0 }, 128, LOCUS_CLASS_UNSPECIFIED },                /* RFC 4291 */
    { { [15] = 1 }, 128, LOCUS_CLASS_LOOPBACK },            /* RFC 4291 */
    { { 0, 0x64, 0xff, 0x9b, 0, 1 }, 48, LOCUS_CLASS_PRIVATE },     /* RFC 8215 */
    { { 1 }, 64, LOCUS_CLASS_DISCARD },                     /* RFC 6666 */
    { { 1, [7] = 1 }, 64, LOCUS_CLASS_DISCARD },            /* RFC 9780 */
    { { 0x20, 1, 0, 1, [15] = 1 }, 128, LOCUS_CLASS_GLOBAL },       /* RFC 7723 */
    { { 0x20, 1, 0, 1, [15] = 2 }, 127, LOCUS_CLASS_GLOBAL },       /* RFC 8155, 9665 */
    { { 0x20, 1, 0, 2 }, 48, LOCUS_CLASS_BENCHMARKING },    /* RFC 5180 */
    { { 0x20, 1, 0, 3 }, 32, LOCUS_CLASS_GLOBAL },          /* RFC 7450 */
    { { 0x20, 1, 0, 4, 1, 0x12 }, 48, LOCUS_CLASS_GLOBAL }, /* RFC 7535 */
    { { 0x20, 1, 0, 0x20 }, 28, LOCUS_CLASS_GLOBAL },       /* RFC 7343 */
    { { 0x20, 1, 0, 0x30 }, 28, LOCUS_CLASS_GLOBAL },       /* RFC 9374 */
    { { 0x20, 1, 0 }, 23, LOCUS_CLASS_PROTOCOL },           /* RFC 2928 */
    { { 0x20, 1, 0x0d, 0xb8 }, 32, LOCUS_CLASS_DOCUMENTATION },     /* RFC 3849 */
    { { 0x3f, 0xff }, 20, LOCUS_CLASS_DOCUMENTATION },      /* RFC 9637 */
    { { 0x20 }, 3, LOCUS_CLASS_GLOBAL },                    /* RFC 4291 */
    { { 0x5f }, 16, LOCUS_CLASS_PROTOCOL },                 /* RFC 9602 */
    { { 0xfc }, 7, LOCUS_CLASS_UNIQUE_LOCAL },              /* RFC 4193 */
    { { 0xfe, 0x80 }, 10, LOCUS_CLASS_LINK_LOCAL },         /* RFC 4291 */
    { { 0xfe, 0xc0 }, 10, LOCUS_CLASS_SITE_LOCAL },         /* RFC 3879 */
    { { 0xff }, 8, LOCUS_CLASS_MULTICAST },                 /* RFC 4291 */
    { { 0 }, 0, LOCUS_CLASS_RESERVED },                     /* RFC 4291 */
};

/* IPv6 addresses with one of these prefixes contain an IPv4 address, from octet `at`
   on. */
static const struct {
    uint8_t prefix[12];
    uint8_t bits;
    uint8_t at;
    uint8_t embedding;
} embeddings[] = {
    { { [10] = 0xff, 0xff }, 96, 12, LOCUS_EMBEDDING_MAPPED },
    { { 0 }, 96, 12, LOCUS_EMBEDDING_COMPATIBLE },
    { { [8] = 0xff, 0xff }, 96, 12, LOCUS_EMBEDDING_TRANSLATED },
    { { 0, 0x64, 0xff, 0x9b }, 96, 12, LOCUS_EMBEDDING_NAT64 },
    { { 0x20, 2 }, 16, 2, LOCUS_EMBEDDING_6TO4 },
    { { 0x20, 1 }, 32, 12, LOCUS_EMBEDDING_TEREDO },
};

static int begins(const uint8_t *octets, const uint8_t *prefix, unsigned bits)
{
    for (; bits >= 8; bits -= 8)
        if (*octets++ != *prefix++)
            return 0;
    return bits == 0 || (*octets ^ *prefix) >> (8 - bits) == 0;
}

/* The last block of each table contains all addresses. */
static int class_of(const uint8_t *octets, const struct block *block)
{
    while (!begins(octets, block->prefix, block->bits))
        block++;
    return block->address_class;
}

enum locus_embedding locus_embedded_ipv4(uint8_t ipv4_octets[4],
                                         const uint8_t octets[16])
{
    /* "::" and "::1" are not IPv4-compatible addresses (RFC 4291, section 2.5.5.1). */
    if (begins(octets, ipv6[0].prefix, ipv6[0].bits)
        || begins(octets, ipv6[1].prefix, ipv6[1].bits))
        return LOCUS_EMBEDDING_NONE;
    for (size_t i = 0; i < sizeof embeddings / sizeof *embeddings; i++) {
        if (!begins(octets, embeddings[i].prefix, embeddings[i].bits))
            continue;
        for (int n = 0; n < 4; n++) {
            const uint8_t octet = octets[embeddings[i].at + n];

            ipv4_octets[n] = embeddings[i].embedding == LOCUS_EMBEDDING_TEREDO
                           ? (uint8_t)(octet ^ 0xff) : octet;
        }
        return (enum locus_embedding)embeddings[i].embedding;
    }
    return LOCUS_EMBEDDING_NONE;
}

int locus_address_class(const uint8_t *octets, size_t count)
{
    uint8_t embedded[4];

    if (count == 4)
        return class_of(octets, ipv4);
    if (count != 16)
        return LOCUS_ERROR_ARGUMENT;
    if (locus_embedded_ipv4(embedded, octets) != LOCUS_EMBEDDING_NONE)
        return class_of(embedded, ipv4);
    return class_of(octets, ipv6);
}
