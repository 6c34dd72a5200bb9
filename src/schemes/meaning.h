/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_MEANING_H
#define LOCUS_MEANING_H

#include "locus.h"
#include "locus/schemes.h"

/* The syntax whose parts the URL has: that of its scheme if its grammar knows
   the schemes, else LOCUS_SYNTAX_GENERIC. */
enum locus_syntax locus_own_syntax(const struct locus_url *url,
                                   const char *text);

/* The type code of an ftp URL as FTP has it: 'A', 'I', ...; 'D' for a
   directory; 0 where the URL has none. */
char locus_type_code(const struct locus_url *url, const char *text);

/* What the Gopher+ string of a URL asks for. */
enum locus_plus locus_plus_kind(const struct locus_url *url, const char *text);

#endif
