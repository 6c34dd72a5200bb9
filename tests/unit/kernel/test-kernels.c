/* SPDX-License-Identifier: MIT
 *
 * The choice of a kernel (src/kernel/dispatch.c). test-kernels-agree checks that
 * the kernels agree.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "locus.h"
#include "support/unit.h"

/* The fastest comes first. Without runs there is no choice. Kernels that are not in the
   list here may stand anywhere but at the end. */
START_TEST(names_of_kernels)
{
    static const char *const known[] = {
        "avx512", "avx2", "neon", "portable",
    };
    size_t count = 0, next = 0;
    const char *name;

    ck_assert_ptr_nonnull(locus_kernel_name(0));
    while ((name = locus_kernel_name(count)) != NULL) {
        size_t k = 0;

        while (k < COUNT(known) && strcmp(name, known[k]) != 0)
            ++k;
        if (k < COUNT(known)) {
            ck_assert_uint_ge(k, next);
            next = k + 1;
        }
        ++count;
    }
    if (strcmp(locus_kernel_name(0), "off") == 0)
        ck_assert_uint_eq(count, 1);
    else                               /* the last one runs on every processor */
        ck_assert_str_eq(locus_kernel_name(count - 1), "portable");
    ck_assert_ptr_null(locus_kernel_name(count));
    ck_assert_ptr_null(locus_kernel_name(count + 1));
    ck_assert_ptr_null(locus_kernel_name(SIZE_MAX));
}
END_TEST

START_TEST(first_kernel_is_in_use)
{
    ck_assert_str_eq(locus_kernel(), locus_kernel_name(0));
}
END_TEST

START_TEST(use_kernel)
{
    static const char *const unknown[] = {
        "", "avx", "avx5", "avx512f", "avx22", "AVX2", "portable ", " off",
        "portabl", "sse2", "none", "default",
    };
    const char *name;
    size_t count = 0;
    bool has_off = false;

    while ((name = locus_kernel_name(count)) != NULL) {
        has_off |= strcmp(name, "off") == 0;
        ck_assert_int_eq(locus_use_kernel(name), 0);
        ck_assert_str_eq(locus_kernel(), name);
        for (size_t i = 0; i < COUNT(unknown); ++i) {
            ck_assert_int_eq(locus_use_kernel(unknown[i]),
                             LOCUS_ERROR_ABSENT);
            ck_assert_str_eq(locus_kernel(), name);
        }
        ++count;
    }
    /* The list does not depend on the kernel in use. */
    ck_assert_int_eq(locus_use_kernel(locus_kernel_name(0)), 0);
    ck_assert_ptr_nonnull(locus_kernel_name(count - 1));
    ck_assert_ptr_null(locus_kernel_name(count));
    /* A library has runs or it does not. */
    ck_assert_int_eq(locus_use_kernel(has_off ? "portable" : "off"),
                     LOCUS_ERROR_ABSENT);
    ck_assert_str_eq(locus_kernel(), locus_kernel_name(0));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kernels");
    TCase *tests = tcase_create("kernels");

    need_all_grammars();
    tcase_add_test(tests, names_of_kernels);
    tcase_add_test(tests, first_kernel_is_in_use);
    tcase_add_test(tests, use_kernel);
    tcase_set_timeout(tests, 10);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
