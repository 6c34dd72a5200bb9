/* SPDX-License-Identifier: MIT */
#ifndef CELLS_H
#define CELLS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The cells of a row of tab-separated values: grammar/command/stream-row.rl.
 */
enum { CELLS = 2 };               /* the number of cells that are kept */

struct cell {
    char  *at;
    size_t len;
    bool   is_null;               /* it is "\N": `len` is 0 */
};

/* Splits a row and decodes its cells, in place. Returns how many it has, which may be more
   than are kept. */
size_t cells_read(struct cell cells[CELLS], char *row, size_t len);

#endif
