/* SPDX-License-Identifier: MIT */
#ifndef CSV_CELL_H
#define CSV_CELL_H

#include <stddef.h>

/* Writes a field of CSV (RFC 4180): one that contains a comma, a quotation mark or a line
   break is enclosed in quotation marks. */
void csv_cell(const char *text, size_t len);

#endif
