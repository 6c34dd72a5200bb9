/* SPDX-License-Identifier: MIT */
#ifndef FRAMES_H
#define FRAMES_H

#include <limits.h>

#include "cli/decompress/codings.h"

/*
 * Members, frames or streams, one after the other: what several decoders need.
 */

/* What zlib and libbz2 count in. */
static inline unsigned limited(size_t size)
{
    return size < UINT_MAX ? (unsigned)size : UINT_MAX;
}

/* Whether another member follows, which begins with this byte. Members may be followed
   by zeros: tapes and other block devices are padded with them. */
bool next_begins(struct decoding *d, unsigned char first);

/* What the next frame begins with: from there on it is known whether it is one. */
void note_head(struct decoding *d);

void end_frame(struct decoding *d);

/* What is wrong with a frame that should begin with `magic`. */
void fault_of_frame(struct decoding *d, const char magic[4]);

#endif
