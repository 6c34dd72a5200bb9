/* SPDX-License-Identifier: MIT */
#ifndef ADDRESS_H
#define ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "locus.h"

/*
 * Hosts and addresses that stand alone: fields of logs, and operands of conditions.
 */

/* The size of the buffer for a host of `len` bytes. */
#define HOST_SIZE(len) ((len) + 4)

/* Parses a host as that of a reference, which is written to `buf`. An IPv6 address may lack
   its brackets. Returns false if the text is not a host. */
bool host_parse(struct locus_url *url, char *buf, const char *text, size_t len);

/* The same; an IPv6 address may also have a zone, which is left out. */
bool address_parse(struct locus_url *url, char *buf, const char *text, size_t len);

/* The addresses whose first bits are these. An IPv4 address is mapped into ::ffff:0:0/96. */
struct prefix {
    uint8_t  octets[16];
    unsigned bits;
};

/* What an operand is. */
enum prefix_kind {
    PREFIX_NONE,                  /* it has no "/" */
    PREFIX_INVALID,
    PREFIX_VALID
};

/* Parses "10.0.0.0/8". */
enum prefix_kind prefix_read(struct prefix *prefix, const char *text, size_t len);

/* Whether the text has an address that begins with these bits: also one with a zone, and a
   host that locus_numeric_host() accepts. `buf` has HOST_SIZE(len) bytes. */
bool prefix_contains(const struct prefix *prefix, char *buf, const char *text, size_t len);

#endif
