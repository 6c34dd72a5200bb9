/* SPDX-License-Identifier: MIT */
#ifndef TSV_CELL_H
#define TSV_CELL_H

#include <stddef.h>

/* Writes a value with its tabs, newlines and backslashes escaped. */
void tsv_cell(const char *text, size_t len);

#endif
