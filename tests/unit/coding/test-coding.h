/* SPDX-License-Identifier: MIT
 *
 * What the files of test-coding share: the rules of the RFCs for each component, without
 * a machine (rules.c).
 */
#ifndef LOCUS_TESTS_TEST_CODING_H
#define LOCUS_TESTS_TEST_CODING_H

#include <stdbool.h>
#include <stddef.h>

#include "locus.h"
#include "support/unit.h"

#define ALPHA "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define DIGIT "0123456789"

/* A part as a text has to be for it. `literal` is set for the bytes that are not
   to be escaped, whatever the part holds. Returns the first byte at which no text
   of that form goes on, `len` if it is one that ends too early, or CODING_NONE. */
typedef size_t form(const char *text, size_t len, bool keep, bool *literal);

struct rule {
    unsigned grammars;             /* of the bits below */
    int component;
    int error;
    const char *held;              /* the bytes that it holds; or, */
    const char *but;               /* of those of locus_web, those it does not */
    form *form;                    /* NULL: any text */
    const char *letters;           /* of which texts of that form are made */
};

bool is_in(const char *set, char c);
bool is_triple(const char *text, size_t len);

/* The rule of a component that the grammar has. */
const struct rule *rule_of(const struct locus_grammar *grammar, int component);

/* The text as section 4 of locus.h has it encoded; its length. */
size_t encode_plainly(const struct rule *r, const char *text, size_t len,
                      unsigned flags, char *to, const bool *literal);

/* The tests of each file. */
TCase *argument_tests(void);
TCase *file_name_tests(void);
TCase *frame_tests(void);
TCase *host_tests(void);
TCase *octet_tests(void);
TCase *rule_tests(void);

#endif
