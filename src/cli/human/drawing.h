/* SPDX-License-Identifier: MIT */
#ifndef DRAWING_H
#define DRAWING_H

#include "cli/record/record.h"

/* Writes a valid URL and its parts below it: as a drawing if there is enough room, else
   as a list. */
void write_parts(const struct record *record);

#endif
