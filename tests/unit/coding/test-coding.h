/* SPDX-License-Identifier: MIT
 *
 * Shared by the files of test-coding: the RFCs' rules for each component, without a
 * machine (coding-rules.c).
 */
#ifndef LOCUS_TESTS_TEST_CODING_H
#define LOCUS_TESTS_TEST_CODING_H

#include <stdbool.h>
#include <stddef.h>

#include "locus.h"
#include "support/unit.h"

#define ALPHA "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define DIGIT "0123456789"

/* Checks that a text has the form of a part. `literal` is set for the bytes that are never
   escaped. Returns CODING_NONE if the text has the form; otherwise the offset of the first
   byte that cannot continue such a text, or `len` if the text ends too early. */
typedef size_t form(const char *text, size_t len, bool keep, bool *literal);

struct rule {
    unsigned grammars;             /* some of the bits below */
    int component;
    int error;
    const char *held;              /* the bytes that are not escaped; or, */
    const char *but;               /* the bytes of locus_web that are */
    form *form;                    /* NULL: any text */
    const char *letters;           /* the letters to build texts of that form from */
};

bool is_in(const char *set, char c);
bool is_pct_encoded(const char *text, size_t len);

/* The grammar's rule for a component. */
const struct rule *rule_of(const struct locus_grammar *grammar, int component);

/* Writes the text encoded as section 4 of locus.h says. Returns its length. */
size_t encode_plainly(const struct rule *r, const char *text, size_t len,
                      unsigned flags, char *to, const bool *literal);

/* The tests of each file. */
TCase *argument_tests(void);
TCase *decode_tests(void);
TCase *file_name_tests(void);
TCase *frame_tests(void);
TCase *host_tests(void);
TCase *octet_tests(void);
TCase *rule_tests(void);

#endif
