/* SPDX-License-Identifier: MIT
 *
 * Shared by the files of test-resolve.
 */
#ifndef LOCUS_TESTS_TEST_RESOLVE_H
#define LOCUS_TESTS_TEST_RESOLVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "locus.h"
#include "support/columns.h"
#include "support/unit.h"

/* A call to a function, so that it can be repeated. */
struct question {
    enum {
        RESOLVE,
        RELATIVIZE,
        NORMALIZE
    } what;
    unsigned flags;                /* or steps */
    struct locus_url first;
    struct text first_text;        /* the base, or the URL */
    struct locus_url second;
    struct text second_text;       /* the reference or target */
};

int ask(const struct question *q, char *buf, size_t size, size_t *len);
int parse_reference(struct locus_url *url, struct text text,
                    const struct locus_grammar *grammar);
bool same_text(struct text a, struct text b);
int sign(int n);

/* locus_compare() in both orders, with the texts against guard pages. */
int compare_hard(const struct locus_url *a, struct text a_text,
                 const struct locus_url *b, struct text b_text,
                 unsigned steps);

/* Prints the texts and fails. */
void wrong(const char *what, struct text a, struct text b, struct text c);

/* The answer to the question, in buffers[i]. */
extern char buffers[4][4096];
struct text answer_of(const struct question *q, int i, int *result);

/* The tests of each file. */
TCase *every_text_tests(void);
TCase *limit_tests(void);
TCase *property_tests(void);

#endif
