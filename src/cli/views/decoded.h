/* SPDX-License-Identifier: MIT */
#ifndef DECODED_H
#define DECODED_H

#include <stddef.h>

#include "locus.h"

/* Applies ":decoded" to a part; LOCUS_PART_COUNT stands for any other text. Writes at most
   `len` bytes; returns how many. */
size_t value_decode(char *to, const char *text, size_t len, enum locus_part part);

#endif
