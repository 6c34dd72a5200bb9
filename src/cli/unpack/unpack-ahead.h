/* SPDX-License-Identifier: MIT */
#ifndef UNPACK_AHEAD_H
#define UNPACK_AHEAD_H

#include "cli/unpack/unpack.h"

/*
 * Decompression in a separate thread, ahead of the scan: while another thread scans one
 * piece of the content, this one decompresses the next. It fills a ring of chunks, and
 * waits when all are full, so that memory is constant.
 */
struct ahead;

/* Starts the thread, which uses `unpack` until ahead_end(). Returns NULL if there can be
   no thread. */
struct ahead *ahead_begin(struct unpack *unpack);

/* As unpack_read(). When it has returned 0 or -1, the thread does not use `unpack` any
   more. One thread at a time may call it. */
ptrdiff_t ahead_read(struct ahead *ahead, char *buffer, size_t size);

/* Whether ahead_read() would return at once. */
bool ahead_is_ready(struct ahead *ahead);

/* Stops the thread. If it waits for input, it ends when there is some, or after a signal
   that ends the input (interrupt.h). */
void ahead_end(struct ahead *ahead);

#endif
