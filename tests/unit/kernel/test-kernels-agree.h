/* SPDX-License-Identifier: MIT
 *
 * Shared by the files of test-kernels-agree.
 */
#ifndef LOCUS_TESTS_TEST_KERNELS_AGREE_H
#define LOCUS_TESTS_TEST_KERNELS_AGREE_H

#include <stdint.h>
#include <stdio.h>

#include "scan/context.h"
#include "prose/prose.h"
#include "support/guard.h"
#include "support/mutate.h"
#include "support/unit.h"
#include "unit/kernel/interpret.h"

uint64_t first_seed(void);

/* The number of texts for a test that tries one n-th of them. */
uint64_t mutations(uint64_t n);

struct kernel {
    const char *name;
    int (*match)(struct locus_match *match, const unsigned char *end,
                 const struct locus_grammar *grammar);
    int (*unquoted)(struct locus_unquoted *text, const unsigned char *end);
    int (*quoted)(struct locus_quoted *quoted, const unsigned char *end);
    int number;                    /* OTHER if it is not in the library */
};

enum { OTHER = -1 };

/* The kernel that the library's are compared with, and the library's kernels that this
   processor can run. */
extern const struct kernel *const other;
extern const struct kernel *kernels[KERNEL_COUNT];
extern size_t kernel_count;
locus_parser *parser_of(const struct kernel *kernel,
                        const struct locus_grammar *grammar);
const struct locus_searcher *searcher_of(const struct kernel *kernel,
                                         const struct locus_context *context);

extern struct guard guard;
extern struct interpret machine;

/* Reads grammar/xml/NAME.xml into `machine`. */
void set_up_machine(const char *name);

/* The same for the machine of a grammar. */
void set_up_grammar(const struct locus_grammar *grammar);

/* Prints the text and ends the test. */
_Noreturn void differ(const char *what, const char *who,
                      const struct locus_grammar *grammar, uint64_t seed,
                      const unsigned char *text, size_t len);

enum { BLOCK = 64 };             /* the block of a lens */

/* A log in the project, and corpora beside the project, if present. */
enum { CORPORA = 3 };
extern const char *const corpora[CORPORA];
FILE *open_corpus(const char *name);

/* Whole texts (parse-whole.c). Each function parses the text with every kernel:
   parse_here() in place, the others at both guard pages; judge() also interprets it. */
void parse_here(const struct locus_url *wanted,
                const struct locus_grammar *grammar, uint64_t seed,
                const unsigned char *text, size_t len);
struct locus_url parse_all(const struct locus_grammar *grammar, uint64_t seed,
                           const unsigned char *text, size_t len);
struct interpreted judge(const struct locus_grammar *grammar, uint64_t seed,
                         const unsigned char *text, size_t len);

/* Random places in a text, in order. A repeated place makes an empty piece
   (match-prefixes.c). */
size_t cut(struct mutate *m, size_t len, size_t ends[8]);

/* The result of a recognizer, as offsets. */
struct matched {
    size_t at;
    size_t last;
    int alive;
};

/* Matches the text in pieces that end at ends[0], ends[1], ... and at len; match_all()
   checks that every kernel gives the same result. */
struct matched match_pieces(const struct kernel *kernel,
                            const struct locus_grammar *grammar,
                            const unsigned char *text, size_t len,
                            const size_t *ends, size_t count);
void match_all(struct matched wanted, const struct locus_grammar *grammar,
               uint64_t seed, const unsigned char *text, size_t len,
               const size_t *ends, size_t count);

/* The result of the prose machine, and its open brackets at that point. */
struct prose_match {
    struct matched matched;
    uint32_t open[BRACKET_COUNT];
};

/* Reads the text in pieces, with `open` brackets of each kind before it. */
struct prose_match text_pieces(const struct kernel *kernel,
                         uint32_t open, uint32_t quoted,
                         const unsigned char *text, size_t len,
                         const size_t *ends, size_t count);

/* Checks that every kernel ends the URL at the same byte. */
void text_all(struct prose_match wanted, uint32_t open, uint32_t quoted,
              uint64_t seed, const unsigned char *text, size_t len,
              const size_t *ends, size_t count);

/* The result of the machine for URLs after an opening mark. */
struct quote {
    struct matched matched;        /* `last` is the partner's offset, 0 if none */
    uint32_t depth;
    uint32_t plausible;
};

struct quote quoted_pieces(const struct kernel *kernel, uint32_t partners,
                           const unsigned char *text, size_t len,
                           const size_t *ends, size_t count);
int same_quote(struct quote a, struct quote b);

/* Seconds for one test; CK_TIMEOUT_MULTIPLIER multiplies it. A machine that skips
   backwards would loop forever. */
enum { TIME_LIMIT = 600 };

/* Adds a test that takes a grammar, once for each grammar built in. */
void add_for_each_grammar(TCase *tcase, const TTest *test);

/* The tests of each file. */
TCase *length_tests(void);
TCase *prefix_tests(void);
TCase *scan_tests(void);
TCase *whole_tests(void);

#endif
