/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_SCANNER_H
#define LOCUS_SCANNER_H

#include "prose/prose.h"
#include "match/longest-prefix.h"

/* What a scan needs from a kernel. The grammar must be built in. */
struct locus_scanner {
    /* locus_matcher for the grammar. */
    int (*match)(struct locus_match *match, const unsigned char *end,
                 const struct locus_grammar *grammar);

    /* The same for prose: without an opening mark directly before the URL, and with
       one. */
    int (*unquoted)(struct locus_unquoted *text, const unsigned char *end);
    int (*quoted)(struct locus_quoted *quoted, const unsigned char *end);
};

/* The scanner of the kernel in use. */
const struct locus_scanner *locus_scanner_in_use(void);

#ifdef KERNEL
extern const struct locus_scanner KERNEL_NAME(scanner);
#endif

#endif
