/* SPDX-License-Identifier: MIT
 *
 * What the library's files share. Nothing here is exported.
 */
#ifndef LOCUS_INTERNAL_H
#define LOCUS_INTERNAL_H

#include "locus.h"

/*
 * The longest prefix of a text that a grammar accepts, piece by piece; of one
 * byte at least. `at` is the first byte not read, `last` the end of the longest
 * prefix yet (what it was set to before, if there is none); `state` is 0 before
 * the first piece.
 */
struct locus_match {
    const unsigned char *at;
    const unsigned char *last;
    uint32_t state;
};

/* Reads up to `end`. Returns 1 if the machine would read on, 0 if it stopped
   at a byte that nothing valid has there. The grammar must exist. */
int locus_match(struct locus_match *match, const unsigned char *end,
                enum locus_grammar grammar);

/* The same for where a URL ends in prose (grammar/text.rl): `last` is the end
   of the longest prefix that may end there. */
struct locus_text {
    struct locus_match match;
    uint32_t open[3];              /* brackets opened and not closed */
    uint32_t quoted;               /* the marks that stop this URL */
};

int locus_text(struct locus_text *text, const unsigned char *end);

/* The marks that stop a URL which stands behind text[0..len): those that close
   what text ends in (grammar/quotes.rl). It looks at QUOTE_LENGTH bytes. */
uint32_t locus_quote(const unsigned char *text, size_t len);

enum { QUOTE_LENGTH = 3 };

/* What grammar/schemes.rl knows of a scheme. */
struct locus_scheme {
    int port;                      /* its default, or -1 */
    int slashes;                   /* 0: its URLs have no "//" */
};

/* 0, or LOCUS_ERROR_ABSENT for a scheme that is not in the table. */
int locus_scheme(struct locus_scheme *scheme, const char *name, size_t len);

#endif
