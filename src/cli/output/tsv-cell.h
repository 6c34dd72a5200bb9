/* SPDX-License-Identifier: MIT */
#ifndef TSV_CELL_H
#define TSV_CELL_H

#include <stddef.h>

/* Writes a value in a column of TSV: tab, newline and backslash are escaped. */
void tsv_cell(const char *text, size_t len);

/* The same in a row of --stream: a carriage return is escaped, too, because readers take one
   at the end of a line for part of the line ending. */
void row_cell(const char *text, size_t len);

/* The same in single quotes, which are escaped within it: a string in a tuple or an array. */
void quoted_cell(const char *text, size_t len);

#endif
