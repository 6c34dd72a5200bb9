/* SPDX-License-Identifier: MIT
 *
 * What is done with references, as far as other files of the library do it too.
 */
#ifndef LOCUS_REFERENCE_H
#define LOCUS_REFERENCE_H

#include "locus.h"

/*
 * RFC 1630, "Partial (relative) form": what a reference means in a context,
 * text[0..text_len), which locus_parse() has taken apart by locus_rfc1630. An
 * absolute reference is the result; else this is the context's scheme and so on,
 * without "URL:". The result need not be valid: the caller may parse it. buf,
 * size and len are those of locus.h's introduction. Returns 0, or
 *     LOCUS_ERROR_SPACE       *len exceeds size
 */
int locus_resolve_partial(char *buf, size_t size, size_t *len,
                  const struct locus_url *context, const char *text,
                  size_t text_len, const char *partial, size_t partial_len);

/* A relative reference, by the machine of a grammar of RFC 3986's structure. */
int locus_parse_relative(struct locus_url *url, const char *text, size_t len,
                         const struct locus_grammar *grammar);

#endif
