/* SPDX-License-Identifier: MIT
 *
 * Shared by the files of test-query.
 */
#ifndef LOCUS_TESTS_TEST_QUERY_H
#define LOCUS_TESTS_TEST_QUERY_H

#include "locus.h"
#include "locus/schemes.h"
#include "support/unit.h"

/* The tests of each file. */
TCase *argument_tests(void);
TCase *edit_tests(void);
TCase *find_tests(void);
TCase *property_tests(void);

#endif
