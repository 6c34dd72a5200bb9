/* SPDX-License-Identifier: MIT */
#ifndef EXCERPT_H
#define EXCERPT_H

#include "cli/record/record.h"

/* Writes an invalid item, or as much of it as fits on a line; below it a mark at the
   error, and the message. */
void write_invalid(const struct record *record);

#endif
