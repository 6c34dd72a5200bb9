/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_MEANING_H
#define LOCUS_MEANING_H

#include "locus.h"
#include "locus/schemes.h"

/* The syntax that the URL's parts follow: that of its scheme if the grammar has parts
   for schemes, else LOCUS_SYNTAX_GENERIC. */
enum locus_syntax locus_own_syntax(const struct locus_url *url,
                                   const char *text);

/* The type code of an ftp URL, in upper case as in FTP: 'A', 'I', ...; 'D' for a
   directory; 0 if the URL has none. */
char locus_type_code(const struct locus_url *url, const char *text);

/* What the Gopher+ string of a URL requests. */
enum locus_plus locus_plus_kind(const struct locus_url *url, const char *text);

#endif
