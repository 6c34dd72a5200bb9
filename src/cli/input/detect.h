/* SPDX-License-Identifier: MIT */
#ifndef DETECT_H
#define DETECT_H

#include "cli/input/source.h"

/*
 * What a source is, by what it begins with: for source_open().
 */

/* Sets up the decoder of what is compressed. False on error. Reads as many bytes as it
   needs, no more: standard input may be slow. The first bytes go before the name, so
   that a file with the wrong name is read all the same. */
bool detect_coding(struct source *source);

/* Skips a byte order mark, and notes which text begins so. False on error. */
bool detect_mark(struct source *source);

#endif
