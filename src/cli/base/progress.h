/* SPDX-License-Identifier: MIT */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The progress line on standard error: bytes, rate and time left, rewritten in place.
 * Nothing is shown before progress_begin(). After it, any thread may call the other
 * functions.
 */

/* Work begins. `total` is its size in bytes, 0 if that is unknown. */
void progress_begin(uint64_t total);

/* Adds to the number of bytes done. */
void progress_add(uint64_t bytes);

/* Erases the line so that something else can be written there, until progress_resume().
   The next progress_add() may show it again. */
void progress_pause(void);
void progress_resume(void);

#endif
