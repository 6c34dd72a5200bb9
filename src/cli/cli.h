/* SPDX-License-Identifier: MIT */
#ifndef CLI_H
#define CLI_H

/*
 * What the files of the command have in common. To be included first: it
 * brings config.h, and asks libc for POSIX (and for XSI's wcwidth).
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

/* The exit status, as grep has it. `top` and `scan` say NONE for "not found",
   the others for "not all of them valid". */
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

/* A function that is seldom called: kept out of the way of what is called often. */
#if defined __GNUC__
#define RARELY __attribute__((__cold__, __noinline__))
#else
#define RARELY
#endif

/* What is called before each line on standard error: it writes standard output out, so
   that a reader of both sees them in order. */
void complain_after(void (*first)(void));

/* One line on standard error: "locus: " and the text. */
void complain(const char *format, ...) PRINTF_LIKE(1, 2);

/* The same, and the command ends with STATUS_ERROR. */
_Noreturn void die(const char *format, ...) PRINTF_LIKE(1, 2);

/* "locus VERB: " and the text, the hint at --help, and the end. `verb` is NULL
   outside of any. */
_Noreturn void usage_error(const char *verb, const char *format, ...)
    PRINTF_LIKE(2, 3);

/* realloc() that ends the command when there is no memory. */
void *mem_resize(void *old, size_t size);

#endif
