/* SPDX-License-Identifier: MIT */
#ifndef FRAMES_H
#define FRAMES_H

#include <limits.h>

#include "cli/decompress/codings.h"

/*
 * Members, frames or streams, one after the other: what several decoders need.
 */

/* The largest size up to this one that zlib and libbz2 can count. */
static inline unsigned limited(size_t size)
{
    return size < UINT_MAX ? (unsigned)size : UINT_MAX;
}

/* Whether another member follows, which begins with this byte. Members may be followed
   by zeros: tapes and other block devices are padded with them. */
bool next_begins(struct decoding *d, unsigned char first);

/* Appends the next bytes to the head of the frame, which shows whether it is one. */
void note_head(struct decoding *d);

void end_frame(struct decoding *d);

/* Sets the fault of a frame that should begin with `magic`: it is damaged, or no frame. */
void fault_of_frame(struct decoding *d, const char magic[4]);

#endif
