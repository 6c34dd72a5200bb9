/* SPDX-License-Identifier: MIT
 *
 * Kernels differ only in speed: each kernel of the library gives byte for byte the same
 * result as one that the library does not have (the machines without runs, or with runs
 * if the library has none). Where it applies, an interpreter of the machines' XML gives
 * a third opinion.
 *
 * Every text that a kernel reads lies against a guard page, except in texts_lie_anywhere.
 *
 *     LOCUS_TEST_MUTATIONS=n   texts per grammar (default: environment.h); the slower
 *                              tests take a fraction of it
 *     LOCUS_TEST_SEED=n        the seed of the first text (default 1); the
 *                              next text has the next seed
 *
 * A failure prints the seed of its text. With that seed and one mutation the test
 * reproduces the failure at once.
 */
#include <stdio.h>
#include <stdlib.h>

#include "support/contexts.h"
#include "support/environment.h"
#include "support/grammars.h"
#include "unit/kernel/test-kernels-agree.h"

uint64_t first_seed(void)
{
    return from_environment("LOCUS_TEST_SEED", 1);
}

/* The number of texts for a test that tries one n-th of them. */
uint64_t mutations(uint64_t n)
{
    const uint64_t all = texts_to_try(1000000);

    return (all + n - 1) / n;
}

const struct kernel *const other = &(const struct kernel){
    .name = KERNEL_STRING(KERNEL), .match = KERNEL_NAME(match),
    .unquoted = KERNEL_NAME(unquoted), .quoted = KERNEL_NAME(quoted), .number = OTHER
};
const struct kernel *kernels[KERNEL_COUNT];
size_t kernel_count;

#define X(name) locus_parser KERNEL_NAME(parse_##name);
LOCUS_BUILT_GRAMMARS(X)
#undef X

locus_parser *parser_of(const struct kernel *kernel,
                        const struct locus_grammar *grammar)
{
    static locus_parser *const others[INDEX_COUNT] = {
#define X(name) [INDEX_##name] = KERNEL_NAME(parse_##name),
        LOCUS_BUILT_GRAMMARS(X)
#undef X
    };

    return kernel->number == OTHER ? others[grammar->index]
                                   : grammar->parse[kernel->number];
}

#define X(name) extern const struct locus_searcher KERNEL_NAME(searcher_##name);
LOCUS_CONTEXTS(X)
#undef X

const struct locus_searcher *searcher_of(const struct kernel *kernel,
                                         const struct locus_context *context)
{
    static const struct locus_searcher *const others[] = {
#define X(name) &KERNEL_NAME(searcher_##name),
        LOCUS_CONTEXTS(X)
#undef X
    };

    return kernel->number == OTHER ? others[context_number(context)]
                                   : context->searcher[kernel->number];
}

#define X(name, needs) \
    int locus_match_##name(struct locus_match *match, const unsigned char *end, \
                           const struct locus_grammar *grammar); \
    int locus_unquoted_##name(struct locus_unquoted *text, const unsigned char *end); \
    int locus_quoted_##name(struct locus_quoted *quoted, const unsigned char *end);
LOCUS_KERNELS(X)
#undef X

static void set_up_kernels(void)
{
    static struct kernel found[KERNEL_COUNT] = {
#define X(kernel, needs) \
        [KERNEL_##kernel] = { \
            .name = #kernel, .match = locus_match_##kernel, \
            .unquoted = locus_unquoted_##kernel, .quoted = locus_quoted_##kernel, \
            .number = KERNEL_##kernel \
        },
        LOCUS_KERNELS(X)
#undef X
    };
    const char *name;

    while ((name = locus_kernel_name(kernel_count)) != NULL) {
        if (kernel_count == KERNEL_COUNT || locus_use_kernel(name) != 0) {
            fprintf(stderr, "test-kernels-agree: kernel %s\n", name);
            exit(EXIT_FAILURE);
        }
        kernels[kernel_count] = &found[locus_kernel_in_use()];
        kernel_count++;
        printf("kernel %s against %s\n", name, other->name);
    }
    locus_use_kernel(kernels[0]->name);
}

struct guard guard;

struct interpret machine;

void set_up_machine(const char *name)
{
    ck_assert_msg(interpret_read(&machine, name),
                  "grammar/xml/%s.xml cannot be read here or in $srcdir",
                  name);
}

void set_up_grammar(const struct locus_grammar *grammar)
{
    char name[64];

    snprintf(name, sizeof name, "grammar-%s", locus_grammar_name(grammar));
    set_up_machine(name);
}

/* Prints the text and ends the test. */
void differ(const char *what, const char *who,
                      const struct locus_grammar *grammar, uint64_t seed,
                      const unsigned char *text, size_t len)
{
    fprintf(stderr,
            "%s, %s: %s\nLOCUS_TEST_SEED=%llu LOCUS_TEST_MUTATIONS=1\n",
            locus_grammar_name(grammar), who, what, (unsigned long long)seed);
    mutate_print(stderr, text, len);
    fprintf(stderr, "\n%zu bytes\n", len);
    ck_abort_msg("%s, %s: %s (seed %llu)", locus_grammar_name(grammar), who,
                 what, (unsigned long long)seed);
    abort();                       /* ck_abort_msg() does not return */
}

const char *const corpora[CORPORA] = {
    "demo/access.log",
    "../shared/data/access-combined.log",
    "../shared/data/urls-web.txt",
};

/* The file, opened from the source directory; NULL if there is none. */
FILE *open_corpus(const char *name)
{
    const char *srcdir = getenv("srcdir");
    char path[4096];

    snprintf(path, sizeof path, "%s/%s", srcdir ? srcdir : ".", name);
    return fopen(path, "r");
}

void add_for_each_grammar(TCase *tcase, const TTest *test)
{
    for (int g = 0; g < grammar_count(); g++)
        if (locus_has_grammar(grammar_at(g)))
            tcase_add_loop_test(tcase, test, g, g + 1);
}

int main(void)
{
    Suite *suite = suite_create("runs");

    set_up_kernels();
    suite_add_tcase(suite, whole_tests());
    suite_add_tcase(suite, prefix_tests());
    suite_add_tcase(suite, length_tests());
    suite_add_tcase(suite, scan_tests());
    return run_suite(suite);
}
