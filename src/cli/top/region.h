/* SPDX-License-Identifier: MIT */
#ifndef REGION_H
#define REGION_H

#include <stddef.h>

/*
 * Address space that gets memory only where it is written: so an array can grow up to a
 * limit without being moved or copied.
 */

/* All bytes are zero. Ends the command if there is not enough address space. */
void *region_open(size_t size);

/* Gives back the memory of at[used..size), whose bytes are zero from then on, except for
   the first page's. */
void region_trim(void *at, size_t used, size_t size);

void region_close(void *at, size_t size);

#endif
