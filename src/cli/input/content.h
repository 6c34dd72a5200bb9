/* SPDX-License-Identifier: MIT */
#ifndef CONTENT_H
#define CONTENT_H

#include "cli/cli.h"
#include "cli/input/source.h"

/*
 * The content of a source: the bytes of the file, decompressed but not converted.
 * Private to this folder.
 */

/* Sets source.error. */
void source_fail(struct source *source, const char *format, ...) PRINTF_LIKE(2, 3);

/* Reads up to `size` bytes. Returns 0 at the end, -1 on error. */
ptrdiff_t content_read(struct source *source, void *buffer, size_t size);

/* Reads more bytes into source.internal.in, after those that it holds. Returns false on
   error. */
bool content_refill(struct source *source);

#endif
