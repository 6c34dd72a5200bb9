/* SPDX-License-Identifier: MIT
 *
 * What makes the tests shorter or longer (CONTRIBUTING.md). A variable that is
 * empty is one that is not set.
 */
#ifndef LOCUS_TESTS_ENVIRONMENT_H
#define LOCUS_TESTS_ENVIRONMENT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A number that the environment may set: how many texts, and which. */
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

/* Whether this runs on no processor of its kind (configure EMULATOR=). */
static inline bool is_emulated(void)
{
    const char *emulator = getenv("EMULATOR");

    return emulator != NULL && *emulator != '\0';
}

/* How long a text is that makes a scan slow unless it is linear in the length: where each
   candidate is read to the end of the text, it takes longer than the test may, with
   LOCUS_TEST_LONG=1. With a sanitizer or an emulator, which is as slow on a linear scan,
   only that nothing is read that may not be. */
static inline size_t hostile_size(void)
{
#ifdef __SANITIZE_ADDRESS__
    return 1 << 16;
#else
    return is_emulated() ? 1 << 16 : long_tests() ? 2 << 20 : 1 << 18;
#endif
}

/* How many texts a test makes up: LOCUS_TEST_MUTATIONS, or else a tenth of what it
   tries where the tests may take minutes. */
static inline uint64_t texts_to_try(uint64_t at_length)
{
    return from_environment("LOCUS_TEST_MUTATIONS",
                            long_tests() ? at_length : at_length / 10);
}

#endif
