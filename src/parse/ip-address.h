/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_IP_ADDRESS_H
#define LOCUS_IP_ADDRESS_H

#include "locus.h"

/*
 * The address of one to four numbers with dots between them, the last of which
 * fills what octets remain, with a "." after it or not; after a "0" they are of
 * that base, 8 or 10. Returns 0 or LOCUS_ERROR_RANGE.
 */
int locus_read_ipv4(uint8_t octets[4], const char *text, size_t len,
                    uint32_t zero_base);

#endif
