/* SPDX-License-Identifier: MIT
 *
 * Declarations shared by the functions for request targets and authorities of HTTP.
 */
#ifndef LOCUS_HTTP_H
#define LOCUS_HTTP_H

#include <stddef.h>
#include <stdint.h>

#include "locus.h"

/* Applies a method other than CONNECT. In "tel:5551234" the host becomes the scheme of a
   URI, and the port its path. An absolute-form is marked as decided. */
void locus_become_absolute(struct locus_url *url);

/* Whether a method has decided that the text is an absolute-form, even if it could also be
   an authority-form. */
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
