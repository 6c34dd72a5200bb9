/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_IP_ADDRESS_H
#define LOCUS_IP_ADDRESS_H

#include "locus.h"

/*
 * Reads one to four numbers separated by dots, with an optional final dot. The last
 * number fills the remaining octets. A number after "0x" is hexadecimal; any other with a
 * leading "0" is in base `zero_base`, 8 or 10. Returns 0 or LOCUS_ERROR_RANGE.
 */
int locus_read_ipv4(uint8_t octets[4], const char *text, size_t len,
                    uint32_t zero_base);

#endif
