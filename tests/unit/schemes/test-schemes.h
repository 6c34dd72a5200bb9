/* SPDX-License-Identifier: MIT
 *
 * Shared by the files of test-schemes.
 */
#ifndef LOCUS_TESTS_TEST_SCHEMES_H
#define LOCUS_TESTS_TEST_SCHEMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "locus.h"
#include "locus/schemes.h"
#include "support/unit.h"

/* The current case, for failure messages: FILE:LINE, or the text given to tell(). */
extern char where[300];
void tell(const unsigned char *bytes, size_t len);

#define CHECK(condition, ...) \
    do { \
        if (!(condition)) { \
            char text_[600]; \
            snprintf(text_, sizeof text_, __VA_ARGS__); \
            ck_abort_msg("%s: %s", where, text_); \
        } \
    } while (0)

bool same(const char *text, struct locus_span span,
          const char *bytes, size_t len);

/* The names of these findings, separated by commas; valid until the next call. */
const char *names_of(uint64_t found);

/* The tests of each file. */
TCase *argument_tests(void);
TCase *piece_tests(void);
TCase *property_tests(void);
TCase *registry_tests(void);

#endif
