/* SPDX-License-Identifier: MIT
 *
 * What normal forms and equality are made of.
 */
#ifndef LOCUS_NORMALIZE_H
#define LOCUS_NORMALIZE_H

#include "locus.h"
#include "reference/recompose.h"

/* The pieces of a normal form, of enum locus_step. */
void locus_normal_form(struct form *form, const struct locus_url *url, const char *text,
                       unsigned steps);

/* An IPv6 address in "[" and "]", of FORM_IPV6 bytes at most. Returns how many. */
size_t locus_write_ipv6(unsigned char *bytes, const uint8_t octets[16]);

/* locus_compare() with LOCUS_SAME_LEVEL of two URLs of locus_rfc1630. */
int locus_compare_level(const struct locus_url *a, const char *a_text,
                        const struct locus_url *b, const char *b_text);

#endif
