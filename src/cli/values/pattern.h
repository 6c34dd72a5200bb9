/* SPDX-License-Identifier: MIT */
#ifndef PATTERN_H
#define PATTERN_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The regular expressions of --where, by PCRE2.
 *
 * A value is read as UTF-8. No pattern matches a byte that is not part of valid UTF-8, but
 * the text before and after it may match. A pattern is compiled once, and shared by the
 * threads; each thread has its own memory.
 */
struct pattern;

/* The memory of a thread. */
struct pattern_memory;

enum pattern_result {
    PATTERN_DIFFERS,
    PATTERN_MATCHES,
    PATTERN_UNDECIDED             /* a limit was reached */
};

/* Compiles a pattern. Ends the command if it is invalid, or if locus was built without
   PCRE2. */
struct pattern *pattern_read(const char *verb, const char *text, bool ignore_case);

/* Looks for a match. *memory is NULL at first; *error is set if the result is
   PATTERN_UNDECIDED. */
enum pattern_result pattern_match(const struct pattern *pattern,
                                  struct pattern_memory **memory, const char *text,
                                  size_t len, int *error);

/* Writes a sentence about the error. */
enum { PATTERN_ERROR_SIZE = 256 };
void pattern_error(char sentence[PATTERN_ERROR_SIZE], int error);

/* Both accept NULL. */
void pattern_free(struct pattern *pattern);
void pattern_memory_free(struct pattern_memory *memory);

#endif
