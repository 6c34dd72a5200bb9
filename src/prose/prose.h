/* SPDX-License-Identifier: MIT
 *
 * How far a URL reaches that begins here, in prose.
 */
#ifndef LOCUS_PROSE_H
#define LOCUS_PROSE_H

#include <string.h>

#include "prose/marks.h"
#include "scan/longest-prefix.h"

/* Where a URL ends in prose (grammar/prose/unquoted.rl): `last` is the end of the longest
   prefix that may end there. */
struct locus_unquoted {
    struct locus_match match;
    const struct locus_before *ask;
    uint32_t before;               /* LOW_LINE or TILDE, if it stands before it */
    uint32_t opened;               /* the marks that stop this URL, or
                                      QUOTE_NOT_ASKED of what stands there */
    uint32_t has_opened;           /* a bracket; if not, nothing is in */
    uint32_t open[BRACKET_COUNT];  /* of each pair, those opened and not closed */
};

static inline void copy_unquoted(struct locus_unquoted *to, const struct locus_unquoted *from)
{
    memcpy(to, from, offsetof(struct locus_unquoted, open));
    if (from->has_opened)
        memcpy(to->open, from->open, sizeof to->open);
}

/* Few URLs have a mark in them for which it matters what is open before them: then
   the context's opened_before() reads window[floor..start). */
struct locus_before {
    const struct locus_scan *scan;
    const struct locus_searcher *searcher;
    const unsigned char *window;
    size_t floor;
    size_t start;
};

/* The same for a URL directly after an opening mark (grammar/prose/quoted.rl). */
struct locus_quoted {
    const unsigned char *at;
    const unsigned char *partner;  /* where it stands, or NULL */
    uint32_t state;
    uint32_t partners;             /* the marks that may be it */
    uint32_t depth;                /* brackets of its kind opened in the URL, or such
                                      quotation marks passed over */
    uint32_t plausible;            /* 1: a person takes what was read for a URL; before
                                      the partner, if it was found. Its last byte is a
                                      backslash: with AFTER_BACKSLASH */
};

enum { AFTER_BACKSLASH = 2 };

/* So many brackets of the partner's kind may be open in a URL, and so many quotation
   marks that have the same partner may stand in it: so each byte is read so many times
   at most in search of a partner that does not come, or of one where no URL ends. */
enum { MOST_OPEN = 16, MOST_PASSED = 4 };

/* Where a URL ends in prose that has no byte for which it matters what stands around it
   (grammar/prose/plain.rl). `stopped` is 0 if that is not known. Else `at` is the byte after it,
   and the URL's end, if it is the partner of the mark before it: then that mark is
   `stopped` (marks.h). Where it is not, the URL ends at `last`. */
struct locus_plain {
    const unsigned char *at;
    const unsigned char *last;
    uint32_t stopped;
};

enum { PLAIN_END = 1 << 30 };      /* no mark */

/* Whether a person takes it for a URL (grammar/prose/plausible.rl). */
struct locus_plausible {
    const unsigned char *at;
    uint32_t state;
    uint8_t  plausible;            /* if it ends here */
    uint8_t  decided;              /* wherever it ends */
};

#ifdef KERNEL
/* So far unquoted_end() looks: a character reference is shorter. */
enum { LOOK_AHEAD = 16 };

/* The machines of prose, as match(). unquoted_end() is called where the URL ends at the
   latest, though text->match.at is not final: it finds out whether it is, by what follows
   up to `end`, and returns 0 if more would have to follow to be sure. quoted() and
   plausible() also return 0 where they need not read on. */
int KERNEL_NAME(unquoted)(struct locus_unquoted *text, const unsigned char *end);
int KERNEL_NAME(unquoted_end)(struct locus_unquoted *text, const unsigned char *end);
int KERNEL_NAME(quoted)(struct locus_quoted *quoted, const unsigned char *end);
int KERNEL_NAME(plausible)(struct locus_plausible *plausible, const unsigned char *end);
void KERNEL_NAME(plain)(struct locus_plain *plain, const unsigned char *end);
#endif

#endif
