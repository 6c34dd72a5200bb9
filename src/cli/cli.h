/* SPDX-License-Identifier: MIT */
#ifndef CLI_H
#define CLI_H

/*
 * What all files of the command share. To be included first: it includes config.h and
 * requests POSIX (and XSI's wcwidth) from the C library.
 */
#include <config.h>

#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "locus.h"
#include "locus/schemes.h"

/* The exit status, as in grep. STATUS_NONE means "nothing found" for `top` and `scan`,
   and "not all items are valid" for the others. */
enum status {
    STATUS_OK = 0,
    STATUS_NONE = 1,
    STATUS_ERROR = 2
};

#if defined __GNUC__
#define PRINTF_LIKE(text, rest) \
    __attribute__((__format__(__printf__, text, rest)))
#else
#define PRINTF_LIKE(text, rest)
#endif

/* A function that is rarely called; it is kept away from code that is called often. */
#if defined __GNUC__
#define RARELY __attribute__((__cold__, __noinline__))
#define ALWAYS_INLINE inline __attribute__((__always_inline__))
#else
#define RARELY
#define ALWAYS_INLINE inline
#endif

/* Sets a function that is called before each line on standard error: it flushes standard
   output, so that a reader of both sees the lines in order. */
void complain_after(void (*first)(void));

/* Writes a line to standard error: "locus: " and the text. */
void complain(const char *format, ...) PRINTF_LIKE(1, 2);

/* The same, then ends the command with STATUS_ERROR. */
_Noreturn void die(const char *format, ...) PRINTF_LIKE(1, 2);

/* Writes "locus VERB: ", the text and a hint at --help, then ends the command. `verb` is
   NULL if there is no verb. */
_Noreturn void usage_error(const char *verb, const char *format, ...)
    PRINTF_LIKE(2, 3);

/* realloc() that ends the command if there is not enough memory. */
void *mem_resize(void *old, size_t size);

/* A copy of a text, which must be freed. */
char *mem_copy_text(const char *text);

/* The number of processors that this process may use, at least 1. taskset(1), cpusets and
   the like allow fewer than the machine has. */
unsigned processors_allowed(void);

#endif
