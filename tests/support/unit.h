/* SPDX-License-Identifier: MIT
 *
 * Check, with assertions that cost nothing while they hold. Check's own report the
 * position to the parent process each time, which dominates the run time of a test with
 * millions of assertions. A test that crashes is still named; the line reported is then
 * where the test began.
 */
#ifndef LOCUS_TESTS_UNIT_H
#define LOCUS_TESTS_UNIT_H

#include <check.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/environment.h"
#include "locus.h"
#include "locus/schemes.h"

/* Check itself was not built with MemorySanitizer, so its writes are exempt. */
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define LEAVE_CHECK_ALONE() __msan_scoped_disable_interceptor_checks()
#endif
#endif
#ifndef LEAVE_CHECK_ALONE
#define LEAVE_CHECK_ALONE() ((void)0)
#endif

#define _mark_point(file, line) ((void)0)

#define COUNT(array) (sizeof (array) / sizeof *(array))

/* The stack size that SECURITY.md promises is enough, or the system's minimum. In
   unoptimized goto code each inlined lens has its own slots in the machine's frame,
   which alone takes 71 KiB. */
static inline size_t small_stack(void)
{
    const long least = sysconf(_SC_THREAD_STACK_MIN);
    size_t size = 64 << 10;

#ifndef __OPTIMIZE__
    if (strcmp(locus_codegen(), "goto") == 0)
        size = 128 << 10;
#endif
    return least > (long)size ? (size_t)least : size;
}

struct small_stack_call {
    void (*run)(void *argument);
    void *argument;
};

static inline void *small_stack_thread(void *argument)
{
    const struct small_stack_call *call = argument;

    call->run(call->argument);
    return NULL;
}

/* Calls run(argument) in a thread with a stack of small_stack() bytes. */
static inline void on_small_stack(void (*run)(void *argument), void *argument)
{
    struct small_stack_call call = { run, argument };
    pthread_attr_t attributes;
    pthread_t thread;

    ck_assert_int_eq(pthread_attr_init(&attributes), 0);
    ck_assert_int_eq(pthread_attr_setstacksize(&attributes, small_stack()), 0);
    ck_assert_int_eq(pthread_create(&thread, &attributes, small_stack_thread,
                                    &call), 0);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
}

/* The fill, repeated to at least `size` bytes, between `before` and `after`. Returns an
   allocation of the text's exact size, and sets *len to it. */
static inline char *enlarge(const char *before, const char *fill,
                            const char *after, size_t size, size_t *len)
{
    const size_t before_len = strlen(before), after_len = strlen(after);
    const size_t unit = strlen(fill);
    const size_t filled = (size + unit - 1) / unit * unit;
    char *text = malloc(before_len + filled + after_len);

    ck_assert_ptr_nonnull(text);
    memcpy(text, before, before_len);
    for (size_t i = 0; i < filled; i += unit)
        memcpy(text + before_len + i, fill, unit);
    memcpy(text + before_len + filled, after, after_len);
    *len = before_len + filled + after_len;
    return text;
}

/* Skips a program whose tests need all grammars if one is missing (--with-grammars).
   test-grammars.c covers such a library. */
static inline void need_all_grammars(void)
{
    const struct locus_grammar *grammar;

    for (size_t i = 0; (grammar = locus_grammar_at(i)) != NULL; i++)
        if (!locus_has_grammar(grammar)) {
            printf("skipped: the grammar %s is not built in\n",
                   locus_grammar_name(grammar));
            exit(77);
        }
}

/* Runs a suite. Returns the exit status for main(). */
static inline int run_suite(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    int failed;

    LEAVE_CHECK_ALONE();
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Runs the suite with each kernel in turn. Returns the exit status for main(). */
static inline int run_with_each_kernel(Suite *(*suite)(void))
{
    const char *kernel;
    int failed = 0;

    for (size_t i = 0; (kernel = locus_kernel_name(i)) != NULL; ++i) {
        if (locus_use_kernel(kernel) != 0)
            ++failed;
        failed += run_suite(suite()) != EXIT_SUCCESS;
    }
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
