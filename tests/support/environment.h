/* SPDX-License-Identifier: MIT
 *
 * Environment variables that make the tests shorter or longer (CONTRIBUTING.md). An
 * empty variable counts as unset.
 */
#ifndef LOCUS_TESTS_ENVIRONMENT_H
#define LOCUS_TESTS_ENVIRONMENT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A number that the environment may set, such as a count of texts or a seed. */
static inline uint64_t from_environment(const char *name, uint64_t otherwise)
{
    const char *value = getenv(name);

    return value && *value ? strtoull(value, NULL, 10) : otherwise;
}

/* Whether the tests may take minutes and gigabytes. */
static inline bool long_tests(void)
{
    const char *value = getenv("LOCUS_TEST_LONG");

    return value && strcmp(value, "1") == 0;
}

/* Whether this runs under an emulator (configure EMULATOR=). */
static inline bool is_emulated(void)
{
    const char *emulator = getenv("EMULATOR");

    return emulator != NULL && *emulator != '\0';
}

/* gcc defines __SANITIZE_ADDRESS__, clang has a feature. */
#ifdef __SANITIZE_ADDRESS__
#define HAS_ADDRESS_SANITIZER 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define HAS_ADDRESS_SANITIZER 1
#endif
#endif
#ifndef HAS_ADDRESS_SANITIZER
#define HAS_ADDRESS_SANITIZER 0
#endif

/* The length of the texts that would make a nonlinear scan slow. With
   LOCUS_TEST_LONG=1, a scan that read each candidate to the end of the text would
   exceed the test's time limit. Under AddressSanitizer or an emulator, where even a
   linear scan is slow, the text is shorter, and the test only checks that no invalid memory
   is read. */
static inline size_t hostile_size(void)
{
    return HAS_ADDRESS_SANITIZER || is_emulated() ? 1 << 16 : long_tests() ? 2 << 20 : 1 << 18;
}

/* How many texts a test generates: LOCUS_TEST_MUTATIONS if it is set; otherwise
   `at_length` with LOCUS_TEST_LONG=1 and a tenth of that without. */
static inline uint64_t texts_to_try(uint64_t at_length)
{
    return from_environment("LOCUS_TEST_MUTATIONS",
                            long_tests() ? at_length : at_length / 10);
}

#endif
