/* SPDX-License-Identifier: MIT
 *
 * Declarations shared by normalization and comparison.
 */
#ifndef LOCUS_NORMALIZE_H
#define LOCUS_NORMALIZE_H

#include "kernel/kernel.h"
#include "locus.h"
#include "reference/recompose.h"

/* Sets the pieces of a normal form. `steps` are bits of enum locus_step. Returns the length
   of the URL. */
size_t locus_normal_form(struct recomposed *form, const struct locus_url *url,
                         const char *text, unsigned steps);

/* Whether a recomposed text equals the text that its pieces are from. */
enum form_change {
    FORM_SAME,
    FORM_CHANGES,
    FORM_UNKNOWN                   /* the recomposed text must be read to know */
};

/* For each kernel (write-changes.rl): a function that compares a form with the text, and
   one that writes the form. The latter returns 0 if the buffer is too small for the form or
   for segments that a later ".." would remove. */
typedef enum form_change locus_form_changer(const struct recomposed *form,
                                            const unsigned char *text, size_t len);
typedef int locus_form_writer(const struct recomposed *form, unsigned char *buf, size_t size,
                              size_t *len);

/* For each kernel (is-surely-normal.rl): whether the text of a URL with a path is unchanged
   by every step that does not depend on its scheme, host kind or form. 0 does not mean that
   a step would change it. */
typedef int locus_normal_finder(const struct locus_url *url, const unsigned char *text,
                                size_t len);

#define DECLARE_FORMS(kernel, needs) \
    locus_normal_finder KERNEL_PASTE(is_surely_normal, kernel); \
    locus_form_changer KERNEL_PASTE(form_change, kernel); \
    locus_form_writer KERNEL_PASTE(write_form, kernel);
LOCUS_KERNELS(DECLARE_FORMS)

/* The same with the kernel in use. */
enum form_change locus_form_change(const struct recomposed *form, const unsigned char *text,
                                   size_t len);
int locus_write_form(const struct recomposed *form, unsigned char *buf, size_t size,
                     size_t *len);

/* Whether a URL is certainly its own normal form. `len` is its length. Most normal URLs are
   recognized without setting pieces. */
int locus_is_surely_normal(const struct locus_url *url, const char *text, size_t len,
                           unsigned steps);

/* Whether the steps remove the port of a URL, and whether they add "/" after its
   authority. */
int locus_removes_port(const struct locus_url *url, const char *text, unsigned steps);
int locus_adds_root(const struct locus_url *url, unsigned steps);

/* Adds the host in its normal form. */
void locus_normal_host(struct recomposed *form, const struct locus_url *url,
                       const char *text, unsigned steps);

/* Whether a target from its path on, once these steps are applied, is empty or consists of
   digits, as a port does. Sets *digit to the first digit in the text (in "%31", the "1"), or
   to NULL. */
int locus_is_port_path(const unsigned char *p, const unsigned char *pe, unsigned steps,
                       const unsigned char **digit);

/* Writes an IPv6 address in "[" and "]", at most RECOMPOSED_IPV6 bytes. Returns the number
   of bytes. */
size_t locus_write_ipv6(unsigned char *bytes, const uint8_t octets[16]);

/* locus_compare() with LOCUS_SAME_LEVEL, for two URLs of locus_rfc1630. */
int locus_compare_encoding_level(const struct locus_url *a, const char *a_text,
                                 const struct locus_url *b, const char *b_text);

#endif
