/* SPDX-License-Identifier: MIT */
#ifndef CONTENT_H
#define CONTENT_H

#include "cli/cli.h"
#include "cli/input/source.h"

/*
 * What a source holds, in its own encoding: the bytes of the file, decompressed. For the
 * files of this folder.
 */

/* The room of source.internal.in and packed. */
#define IN_SIZE ((size_t)64 << 10)

/* Tells why a call fails. */
void source_fail(struct source *source, const char *format, ...) PRINTF_LIKE(2, 3);

/* Up to `size` bytes; 0 at the end, -1 on error. */
ptrdiff_t content_read(struct source *source, void *buffer, size_t size);

/* The same, after those of in[head..tail). False on error. */
bool content_refill(struct source *source);

static inline size_t bytes_left(const struct bytes *bytes)
{
    return bytes->tail - bytes->head;
}

static inline const unsigned char *first_byte(const struct bytes *bytes)
{
    return bytes->at + bytes->head;
}

#endif
