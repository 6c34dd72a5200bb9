/* SPDX-License-Identifier: MIT
 *
 * Section 2 of locus/schemes.h: finding and editing the pairs of a query.
 */
#include "unit/query/test-query.h"

static Suite *suite(void)
{
    Suite *tests = suite_create("query");

    suite_add_tcase(tests, argument_tests());
    suite_add_tcase(tests, edit_tests());
    suite_add_tcase(tests, find_tests());
    suite_add_tcase(tests, property_tests());
    return tests;
}

int main(void)
{
    need_all_grammars();
    return run_with_each_kernel(suite);
}
