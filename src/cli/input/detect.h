/* SPDX-License-Identifier: MIT */
#ifndef DETECT_H
#define DETECT_H

#include "cli/input/source.h"

/*
 * Detection of compression, byte order marks and binary files, for source_open().
 */

/* Sets up the decoder if the source is compressed. Returns false on error. Reads no
   more bytes than it needs, because standard input may be slow. The first bytes take
   precedence over the name, so that a file with a wrong suffix is read correctly. */
bool detect_coding(struct source *source);

/* Skips a byte order mark and sets the encoding. Returns false on error. */
bool detect_mark(struct source *source);

/* After detect_mark(): whether a NUL is among the first bytes, which it has read. Then
   the file is left out. */
bool detect_binary(struct source *source);

#endif
