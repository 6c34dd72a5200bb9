/* SPDX-License-Identifier: MIT */
#ifndef EXCERPT_H
#define EXCERPT_H

#include "cli/record/record.h"

/* Writes an invalid item, or what fits on a line; a mark at the place of its error; the
   sentence. */
void write_invalid(const struct record *record);

#endif
