/* SPDX-License-Identifier: MIT */
#ifndef DRAWING_H
#define DRAWING_H

#include "cli/record/record.h"

/* Writes a valid URL, and under it its parts: as a drawing where there is room for that,
   else as a list. */
void write_parts(const struct record *record);

#endif
