/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/descriptor.h"
#include "cli/base/progress.h"
#include "cli/base/visible.h"

/* Writes a message as one line, whatever names and arguments it contains. */
static void print_visible(const char *format, va_list arguments)
{
    char small[1024];
    char piece[GLYPH_SIZE];
    char *buffer = small;
    const char *text = small;
    size_t len;
    va_list again;
    int size;

    va_copy(again, arguments);
    size = vsnprintf(small, sizeof small, format, arguments);
    /* A long message is truncated if there is no memory for it. */
    if (size >= (int)sizeof small && (buffer = realloc(NULL, (size_t)size + 1))) {
        vsnprintf(buffer, (size_t)size + 1, format, again);
        text = buffer;
    }
    va_end(again);
    for (len = size < 0 ? 0 : strlen(text); len > 0;) {
        const struct glyph glyph = next_glyph(text, len, visible.error);

        err_write(piece, write_glyph(piece, &glyph, text));
        text += glyph.len;
        len -= glyph.len;
    }
    if (buffer != small)
        free(buffer);
}

static void (*before_line)(void);

void complain_after(void (*first)(void))
{
    before_line = first;
}

/* Writes a message to standard error. All messages but usage errors are written here. */
static void line(const char *format, va_list arguments)
{
    if (before_line)
        before_line();
    progress_pause();
    flockfile(stderr);             /* progress.c locks in the same order */
    err_print("locus: ");
    print_visible(format, arguments);
    err_print("\n");
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
    err_print("locus%s%s: ", space, verb);
    va_start(arguments, format);
    print_visible(format, arguments);
    va_end(arguments);
    err_print("\nTry 'locus%s%s --help'.\n", space, verb);
    exit(STATUS_ERROR);
}
