/* SPDX-License-Identifier: MIT
 *
 * Functions for references that several files of the library use.
 */
#ifndef LOCUS_REFERENCE_H
#define LOCUS_REFERENCE_H

#include "locus.h"

/*
 * RFC 1630, "Partial (relative) form": resolves a reference in a context,
 * text[0..text_len), which locus_parse() has parsed by locus_rfc1630. If the reference
 * is absolute, it is the result; else the result begins with the context's scheme,
 * without "URL:". The result is not checked: the caller may parse it. For buf, size and
 * len see the introduction of locus.h. Returns 0, or
 *     LOCUS_ERROR_SPACE       *len exceeds size
 */
int locus_resolve_partial(char *buf, size_t size, size_t *len,
                  const struct locus_url *context, const char *text,
                  size_t text_len, const char *partial, size_t partial_len);

/* Parses a relative reference with the machine of a grammar of RFC 3986's structure. */
int locus_parse_relative(struct locus_url *url, const char *text, size_t len,
                         const struct locus_grammar *grammar);

#endif
