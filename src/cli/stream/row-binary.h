/* SPDX-License-Identifier: MIT */
#ifndef ROW_BINARY_H
#define ROW_BINARY_H

#include "cli/input/items.h"
#include "cli/stream/cells.h"

/*
 * ClickHouse's RowBinaryWithNamesAndTypes in blocks. Before each block is the number of its
 * rows, in decimal digits, and a line feed (send_chunk_header of an executable function);
 * then come the number of columns, their names, their types, and the rows. A number is in
 * LEB128, a text is its length and its bytes, and a value that may be NULL is preceded by a
 * byte, 1 for NULL.
 *
 * The types are needed: ClickHouse writes the columns of a query as they are, whatever the
 * types of the function's arguments.
 */
struct column_type {
    bool   is_nullable;
    bool   is_fixed;              /* each text has the length `size`; none precedes it */
    size_t size;
};

/* Reads the name of a type. Returns false if its values are not texts. */
bool column_type_read(struct column_type *type, const char *text, size_t len);

struct blocks_in {
    struct items *items;
    size_t   at;                  /* read so far, from the first byte that is kept */
    size_t   columns;             /* of each row */
    uint64_t block;               /* its number, from 1 */
    uint64_t rows;                /* that are left of the block */
    struct column_type type[CELLS];
};

/* Reads what precedes the rows of the next block, with that many columns. Returns false at
   the end of the input. If the input is not a block, ends the command with an error. */
bool block_begin(struct blocks_in *in, size_t columns);

/* Reads a row of the block; its cells are valid until the next call. Returns false if there
   are no more. If one of the cells is longer than items.most, sets items.too_long. */
bool block_row(struct blocks_in *in, struct cell cells[CELLS]);

#endif
