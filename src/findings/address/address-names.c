/* SPDX-License-Identifier: MIT
 *
 * The names of address classes, and of the ways in which an IPv6 address embeds an IPv4
 * address.
 */
#include "locus.h"

static const char *const class_names[LOCUS_CLASS_COUNT] = {
    [LOCUS_CLASS_GLOBAL] = "global",
    [LOCUS_CLASS_UNSPECIFIED] = "unspecified",
    [LOCUS_CLASS_LOOPBACK] = "loopback",
    [LOCUS_CLASS_PRIVATE] = "private",
    [LOCUS_CLASS_SHARED] = "shared",
    [LOCUS_CLASS_UNIQUE_LOCAL] = "unique-local",
    [LOCUS_CLASS_SITE_LOCAL] = "site-local",
    [LOCUS_CLASS_LINK_LOCAL] = "link-local",
    [LOCUS_CLASS_MULTICAST] = "multicast",
    [LOCUS_CLASS_BROADCAST] = "broadcast",
    [LOCUS_CLASS_DOCUMENTATION] = "documentation",
    [LOCUS_CLASS_BENCHMARKING] = "benchmarking",
    [LOCUS_CLASS_DISCARD] = "discard",
    [LOCUS_CLASS_PROTOCOL] = "protocol",
    [LOCUS_CLASS_RESERVED] = "reserved",
};

static const char *const embedding_names[LOCUS_EMBEDDING_COUNT] = {
    [LOCUS_EMBEDDING_NONE] = "none",
    [LOCUS_EMBEDDING_MAPPED] = "ipv4-mapped",
    [LOCUS_EMBEDDING_COMPATIBLE] = "ipv4-compatible",
    [LOCUS_EMBEDDING_TRANSLATED] = "ipv4-translated",
    [LOCUS_EMBEDDING_NAT64] = "nat64",
    [LOCUS_EMBEDDING_6TO4] = "6to4",
    [LOCUS_EMBEDDING_TEREDO] = "teredo",
};

const char *locus_class_name(enum locus_class address_class)
{
    return (unsigned)address_class < LOCUS_CLASS_COUNT
         ? class_names[address_class] : NULL;
}

const char *locus_embedding_name(enum locus_embedding embedding)
{
    return (unsigned)embedding < LOCUS_EMBEDDING_COUNT
         ? embedding_names[embedding] : NULL;
}
