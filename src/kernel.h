/* SPDX-License-Identifier: MIT
 *
 * A kernel is the machines compiled for one instruction set around the lens
 * for it: parse.c, match.c and scan.c, built with -DKERNEL=name. kernel.c
 * chooses among those that the library was built with.
 */
#ifndef LOCUS_KERNEL_H
#define LOCUS_KERNEL_H

#include "internal.h"

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

/* The same for where a URL ends in prose (grammar/text.rl): `last` is the end
   of the longest prefix that may end there. */
struct locus_text {
    struct locus_match match;
    uint32_t open[3];              /* brackets opened and not closed */
    uint32_t quoted;               /* the marks that stop this URL, or */
    const unsigned char *window;   /* QUOTE_NOT_ASKED of where it begins, */
    size_t start;                  /* window[start] */
};

/* Few URLs have a mark in them for which what precedes them matters. */
#define QUOTE_NOT_ASKED (UINT32_C(1) << 31)

/* locus_scan.internal.phase */
enum locus_scan_phase {
    LOCUS_SCAN_SEARCHING,          /* for a ":" */
    LOCUS_SCAN_READING,            /* a URL */
    LOCUS_SCAN_SKIPPING,           /* a URL that was given up */
    LOCUS_SCAN_WAITING             /* for what follows a ":" in JSON */
};

/* What a kernel needs of the processor. The bits follow each other in the order
   in which processors got them. */
enum {
    NEEDS_NOTHING = 0,             /* NEON too: every AArch64 has it */
    NEEDS_AVX2 = 1,                /* and BMI, BMI2 */
    NEEDS_AVX512 = 3               /* and F, BW, VL, VBMI of AVX-512 */
};

/* locus_parse() of one grammar. */
typedef int locus_parser(struct locus_url *restrict url,
                         const unsigned char *text, size_t len);

struct locus_kernel {
    const char *name;
    unsigned needs;

    /* By grammar. */
    locus_parser *const *parse;

    /* Reads up to `end`. Returns 1 if the machine would read on, 0 if it
       stopped at a byte that nothing valid has there. The grammar must
       exist. */
    int (*match)(struct locus_match *match, const unsigned char *end,
                 enum locus_grammar grammar);

    /* The same for prose. */
    int (*text)(struct locus_text *text, const unsigned char *end);

    /* locus_scan_next(). */
    int (*scan_next)(struct locus_scan *scan, const char *window, size_t len,
                     int end, struct locus_found *found);
};

/* The one in use. */
const struct locus_kernel *locus_kernel_in_use(void);

/* locus_NAME_KERNEL: what a file that is built once for each kernel calls its
   own. */
#define KERNEL_PASTE(name, kernel) locus_##name##_##kernel
#define KERNEL_EXPAND(name, kernel) KERNEL_PASTE(name, kernel)
#define KERNEL_NAME(name) KERNEL_EXPAND(name, KERNEL)
#define KERNEL_STRING(kernel) KERNEL_STRING_2(kernel)
#define KERNEL_STRING_2(kernel) #kernel

#ifdef KERNEL
extern locus_parser *const KERNEL_NAME(parse)[LOCUS_GRAMMAR_COUNT];
int KERNEL_NAME(match)(struct locus_match *match, const unsigned char *end,
                       enum locus_grammar grammar);
int KERNEL_NAME(text)(struct locus_text *text, const unsigned char *end);
int KERNEL_NAME(scan_next)(struct locus_scan *scan, const char *window,
                           size_t len, int end, struct locus_found *found);

/* The same in the contexts LOCUS_WRAPPED and LOCUS_JSON. */
int KERNEL_NAME(scan_wrapped)(struct locus_scan *scan, const char *window,
                              size_t len, int end, struct locus_found *found);
int KERNEL_NAME(scan_json)(struct locus_scan *scan, const char *window,
                           size_t len, int end, struct locus_found *found);
extern const struct locus_kernel KERNEL_NAME(kernel);
#endif

#endif
