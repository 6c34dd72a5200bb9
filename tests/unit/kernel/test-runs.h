/* SPDX-License-Identifier: MIT
 *
 * What the files of test-runs share.
 */
#ifndef LOCUS_TESTS_TEST_RUNS_H
#define LOCUS_TESTS_TEST_RUNS_H

#include <stdint.h>
#include <stdio.h>

#include "scan/context.h"
#include "scan/scanner.h"
#include "support/guard.h"
#include "support/mutate.h"
#include "support/unit.h"
#include "unit/kernel/interpret.h"

uint64_t first_seed(void);

/* How many texts a test takes that takes every n-th. */
uint64_t mutations(uint64_t n);

/* What every kernel of the library is held against, and those of them that
   this processor can run. */
struct kernel {
    const char *name;
    const struct locus_scanner *scanner;
    int number;                    /* OTHER, if the library has not got it */
};

enum { OTHER = -1 };

extern const struct kernel *const other;
extern const struct kernel *kernels[KERNEL_COUNT];
extern size_t kernel_count;
locus_parser *parser_of(const struct kernel *kernel,
                        const struct locus_grammar *grammar);
const struct locus_searcher *searcher_of(const struct kernel *kernel,
                                         const struct locus_context *context);

extern struct guard guard;
extern struct interpret machine;
void set_up_machine(const char *name);

/* Prints the text and ends the test. */
_Noreturn void differ(const char *what, const char *who,
                      const struct locus_grammar *grammar, uint64_t seed,
                      const unsigned char *text, size_t len);

enum { BLOCK = 64 };             /* of a lens */

/* A log that is here, and what lies beside the project, if it does. */
enum { CORPORA = 3 };
extern const char *const corpora[CORPORA];
FILE *open_corpus(const char *name);

/* Whole texts (whole.c): parses the text by every kernel, at the place where it lies or at
   both guards; interprets it besides. */
void parse_here(const struct locus_url *wanted,
                const struct locus_grammar *grammar, uint64_t seed,
                const unsigned char *text, size_t len);
struct locus_url parse_all(const struct locus_grammar *grammar, uint64_t seed,
                           const unsigned char *text, size_t len);
struct interpreted judge(const struct locus_grammar *grammar, uint64_t seed,
                         const unsigned char *text, size_t len);

/* Some places in a text, in order; twice the same one is an empty piece (prefixes.c). */
size_t cut(struct mutate *m, size_t len, size_t ends[8]);

/* What a recogniser says, in offsets. */
struct matched {
    size_t at;
    size_t last;
    int alive;
};

/* Matches the text in pieces that end at ends[0], ends[1], ... and at len; every kernel to
   the same effect. */
struct matched match_pieces(const struct kernel *kernel,
                            const struct locus_grammar *grammar,
                            const unsigned char *text, size_t len,
                            const size_t *ends, size_t count);
void match_all(struct matched wanted, const struct locus_grammar *grammar,
               uint64_t seed, const unsigned char *text, size_t len,
               const size_t *ends, size_t count);

/* What the machine of prose says, and the brackets that it has open then. */
struct prose_match {
    struct matched matched;
    uint32_t open[BRACKET_COUNT];
};

/* Reads the text in pieces, with `open` brackets of each kind before it. */
struct prose_match text_pieces(const struct kernel *kernel,
                         uint32_t open, uint32_t quoted,
                         const unsigned char *text, size_t len,
                         const size_t *ends, size_t count);

/* Every kernel ends the text at the same byte. */
void text_all(struct prose_match wanted, uint32_t open, uint32_t quoted,
              uint64_t seed, const unsigned char *text, size_t len,
              const size_t *ends, size_t count);

/* What the machine of URLs after an opening mark says. */
struct quote {
    struct matched matched;        /* `last` is the partner's place, 0 if none */
    uint32_t depth;
    uint32_t plausible;
};

struct quote quoted_pieces(const struct kernel *kernel, uint32_t partners,
                           const unsigned char *text, size_t len,
                           const size_t *ends, size_t count);
int same_quote(struct quote a, struct quote b);

/* Seconds for one test; CK_TIMEOUT_MULTIPLIER multiplies it. A machine that
   skips backwards never ends. */
enum { TIME_LIMIT = 600 };

/* A test that is told its grammar, for each that is built in. */
void add_for_each_grammar(TCase *tcase, const TTest *test);

/* The tests of each file. */
TCase *length_tests(void);
TCase *prefix_tests(void);
TCase *scan_tests(void);
TCase *whole_tests(void);

#endif
