/* SPDX-License-Identifier: MIT
 *
 * Declarations shared by the functions for request targets and authorities of HTTP.
 */
#ifndef LOCUS_HTTP_H
#define LOCUS_HTTP_H

#include <stddef.h>
#include <stdint.h>

#include "locus.h"

/* Does what a method other than CONNECT does: "tel:5551234" becomes a URI, whose scheme
   is the host and whose path is the port. If the form is absolute, it is decided. */
void locus_become_absolute(struct locus_url *url);

/* Whether the text is an absolute-form even if it is also an authority-form. */
static inline int locus_is_decided(const struct locus_url *url)
{
    return url->form == LOCUS_FORM_ABSOLUTE && url->other_form == LOCUS_FORM_ABSOLUTE;
}

enum locus_method {
    LOCUS_METHOD_INVALID,
    LOCUS_METHOD_CONNECT,
    LOCUS_METHOD_OPTIONS,
    LOCUS_METHOD_OTHER
};

/* Reads a method. `stop` is where the machine stopped: the length of a valid one. */
enum locus_method locus_read_method(const char *text, size_t len, size_t *stop);

/* The number of digits before the one with which a port exceeds 65535; `len` if it does
   not. */
size_t locus_port_digits(const char *digits, size_t len);

/* After a host or port has failed at `p`: whether an "@" follows, with only bytes of a
   userinfo before it. `state` is 0 at first, and nonzero as long as more of the text is
   needed to know. */
int locus_userinfo_ahead(uint32_t *state, const unsigned char *p,
                         const unsigned char *pe);

/* The errors after which an "@" shows that a userinfo was meant. */
static inline int locus_may_be_userinfo(int error)
{
    return error == LOCUS_ERROR_HOST || error == LOCUS_ERROR_PORT;
}

#endif
