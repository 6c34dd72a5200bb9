/* SPDX-License-Identifier: MIT
 *
 * Declarations shared by normalization and comparison.
 */
#ifndef LOCUS_NORMALIZE_H
#define LOCUS_NORMALIZE_H

#include "locus.h"
#include "reference/recompose.h"

/* The pieces of a normal form. `steps` is of enum locus_step. */
void locus_normal_form(struct recomposed *form, const struct locus_url *url,
                       const char *text, unsigned steps);

/* Adds the host, as it is in a normal form. */
void locus_normal_host(struct recomposed *form, const struct locus_url *url,
                       const char *text, unsigned steps);

/* Whether an origin-form is in normal form, with any steps. It may be even if this returns
   0. */
int locus_is_plain_target(const unsigned char *p, const unsigned char *pe);

/* Whether the rest of a target, from its path on, consists of digits once these steps are
   applied, or is empty. Sets *digit to the first of the digits, in "%31" the "1", or to
   NULL. */
int locus_is_port_path(const unsigned char *p, const unsigned char *pe, unsigned steps,
                       const unsigned char **digit);

/* Writes an IPv6 address in "[" and "]", at most RECOMPOSED_IPV6 bytes. Returns the number
   of bytes. */
size_t locus_write_ipv6(unsigned char *bytes, const uint8_t octets[16]);

/* locus_compare() with LOCUS_SAME_LEVEL, for two URLs of locus_rfc1630. */
int locus_compare_level(const struct locus_url *a, const char *a_text,
                        const struct locus_url *b, const char *b_text);

#endif
