/* SPDX-License-Identifier: MIT */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * How far a long piece of work has come: bytes, rate, time left, in one line
 * on standard error that is rewritten in place. There is one such line, and
 * nothing is ever shown unless progress_begin() was called. After that any
 * thread may call the rest.
 */

/* Work begins. `total` is its size in bytes, 0 if that is unknown. */
void progress_begin(uint64_t total);

/* So many bytes more are done. */
void progress_add(uint64_t bytes);

/* Takes the line away, because something else is to be written where it
   stands, and keeps it away until that is done. A progress_add() after that may
   bring it back. */
void progress_pause(void);
void progress_resume(void);

#endif
