/* SPDX-License-Identifier: MIT */
#include "cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "output.h"
#include "progress.h"

/* All that goes to standard error after the options were read. The standard
   output comes first, so that a reader of both sees them in order. */
static void line(const char *format, va_list arguments)
{
    out_wait();
    out_flush();
    progress_pause();
    flockfile(stderr);             /* progress locks in this order, too */
    fputs("locus: ", stderr);
    vfprintf(stderr, format, arguments);
    putc('\n', stderr);
    fflush(stderr);
    funlockfile(stderr);
    progress_resume();
}

void complain(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    line(format, arguments);
    va_end(arguments);
}

void die(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    line(format, arguments);
    va_end(arguments);
    exit(STATUS_ERROR);
}

void usage_error(const char *verb, const char *format, ...)
{
    const char *space = verb ? " " : "";
    va_list arguments;

    if (!verb)
        verb = "";
    fprintf(stderr, "locus%s%s: ", space, verb);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\nTry 'locus%s%s --help'.\n", space, verb);
    exit(STATUS_ERROR);
}

void *mem_resize(void *old, size_t size)
{
    void *new = realloc(old, size);

    if (!new)
        die("out of memory (%zu bytes)", size);
    return new;
}
