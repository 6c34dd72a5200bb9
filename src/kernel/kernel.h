/* SPDX-License-Identifier: MIT
 *
 * A kernel is the machines compiled for one instruction set around the lens for it:
 * the parsers and matchers of the grammars, the contexts and KERNEL_FILES, built with
 * -DKERNEL=name. dispatch.c chooses among those that the library was built with.
 */
#ifndef LOCUS_KERNEL_H
#define LOCUS_KERNEL_H

#include <stddef.h>
#include <string.h>

#include "grammars/grammar.h"
#include "prose/marks.h"

/*
 * The longest prefix of a text that a grammar accepts, piece by piece; of one
 * byte at least. `at` is the first byte not read, `last` the end of the longest
 * prefix yet (what it was set to before, if there is none); `state` is 0 before
 * the first piece. With `runs_on`, of a URL with "//", an authority that the grammar
 * cannot finish runs on (grammar/scan/run-on.rl), and every prefix that ends in one is
 * accepted.
 */
struct locus_match {
    const unsigned char *at;
    const unsigned char *last;
    uint32_t state;
    uint32_t runs_on;
};

/* The state of a URL that runs on. */
#define RUNNING_ON UINT32_MAX

/* The same for where a URL ends in prose (grammar/prose/unquoted.rl): `last` is the end
   of the longest prefix that may end there. */
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

/* locus_scan.internal.phase */
enum locus_scan_phase {
    LOCUS_SCAN_SEARCHING,          /* for a ":" */
    LOCUS_SCAN_READING,            /* a URL */
    LOCUS_SCAN_SKIPPING,           /* a URL that was given up */
    LOCUS_SCAN_WAITING             /* for the end of what may be one */
};

/* What a kernel needs of the processor. The bits follow each other in the order
   in which processors got them. */
enum {
    NEEDS_NOTHING = 0,             /* NEON too: every AArch64 has it */
    NEEDS_AVX2 = 1,                /* and BMI, BMI2 */
    NEEDS_AVX512 = 3               /* and F, BW, VL, VBMI of AVX-512 */
};

/* Reads up to `end`. Returns 1 if the machine would read on, 0 if it stopped at a byte
   that nothing valid has there. */
typedef int locus_matcher(struct locus_match *restrict match, const unsigned char *end);

/* What a scan needs of a kernel. The grammar must be built in. */
struct locus_scanner {
    /* locus_matcher by the grammar. */
    int (*match)(struct locus_match *match, const unsigned char *end,
                 const struct locus_grammar *grammar);

    /* The same for prose, where no opening mark stands directly before the URL, and
       where one does. */
    int (*unquoted)(struct locus_unquoted *text, const unsigned char *end);
    int (*quoted)(struct locus_quoted *quoted, const unsigned char *end);
};

/* One more than the number of the kernel in use; 0 before the choice, which
   locus_kernel_choose() makes. */
extern __attribute__((visibility("hidden"))) unsigned locus_kernel_chosen;
unsigned locus_kernel_choose(void);

/* The number of the one in use. */
static inline unsigned locus_kernel_in_use(void)
{
    const unsigned k = __atomic_load_n(&locus_kernel_chosen, __ATOMIC_RELAXED);

    return __builtin_expect(!k, 0) ? locus_kernel_choose() : k - 1;
}

/* What it has for a scan. */
const struct locus_scanner *locus_scanner_in_use(void);

/* locus_NAME_KERNEL: what a file that is built once for each kernel calls its
   own. */
#define KERNEL_PASTE(name, kernel) locus_##name##_##kernel
#define KERNEL_EXPAND(name, kernel) KERNEL_PASTE(name, kernel)
#define KERNEL_NAME(name) KERNEL_EXPAND(name, KERNEL)
#define KERNEL_STRING(kernel) KERNEL_STRING_2(kernel)
#define KERNEL_STRING_2(kernel) #kernel

#ifdef KERNEL
int KERNEL_NAME(match)(struct locus_match *match, const unsigned char *end,
                       const struct locus_grammar *grammar);

/* Where a grammar has failed in an authority at match->at: how far that runs on
   (grammar/scan/run-on.rl). */
locus_matcher KERNEL_NAME(match_run_on);

/* Whether the text may end before match->at, where the grammar did not accept it:
   it does if the authority is not finished. */
int KERNEL_NAME(match_ends)(const struct locus_match *match, const struct locus_grammar *grammar);

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

extern const struct locus_scanner KERNEL_NAME(scanner);
#endif

#endif
