/* SPDX-License-Identifier: MIT */
#ifndef RESERVE_MEMORY_H
#define RESERVE_MEMORY_H

#include <stddef.h>

/*
 * Address space that gets memory only where it is written: so an array can grow up to a
 * limit without being moved or copied.
 */

/* All bytes are zero. Ends the command if there is not enough address space. */
void *reserve_memory(size_t size);

/* Gives back the memory of at[used..size), whose bytes are zero from then on, except for
   the first page's. */
void trim_memory(void *at, size_t used, size_t size);

void release_memory(void *at, size_t size);

#endif
