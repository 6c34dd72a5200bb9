/* SPDX-License-Identifier: MIT
 *
 * Scans of texts whose URLs are known: shared by the files of test-scan.
 */
#ifndef LOCUS_TESTS_SCAN_H
#define LOCUS_TESTS_SCAN_H

#include <stddef.h>
#include <stdint.h>

#include "locus.h"
#include "support/unit.h"

struct hit {
    uint64_t offset;
    size_t len;
};

struct hits {
    struct hit hit[1024];
    size_t count;
    uint64_t skipped_from;         /* by scan_fixed(), of the last one */
    uint64_t skipped_to;
};

struct scan_case {
    const struct locus_grammar *const *grammar;
    const struct locus_context *const *context;
    const char *const *schemes;
    size_t scheme_count;
    const char *text;
    size_t len;
    const char *want;              /* the URLs found, a space between them */
};

/* Begins a scan of this case. */
void begin(struct locus_scan *scan, const struct scan_case *c);

/* Scans with the text arriving `piece` bytes at a time, except the first piece, which
   has `first` bytes. */
void scan_pieces(struct hits *hits, const struct scan_case *c,
                 size_t first, size_t piece);

/* Checks that a scan finds what is wanted: in the whole text, in two pieces cut at each
   offset, and in pieces of each small size. */
void check_scan(const struct scan_case *c);

/* The tests of scan-texts.c and of windows.c. */
TCase *text_tests(void);
TCase *window_tests(void);

#endif
