/* SPDX-License-Identifier: MIT */
#ifndef BLOCK_KIND_H
#define BLOCK_KIND_H

#include "cli/blocks/blocks.h"

/*
 * How the bytes of a file get into the windows of its blocks. This is decided once for
 * each file. Private to this folder.
 */
struct block_kind {
    void (*begin)(struct block *block);               /* the first window */
    void (*more)(struct block *block);                /* block_more() */
    void (*drop)(struct block *block, size_t len);    /* block_drop() */
    void (*end)(struct block *block);                 /* block_end() */
};

/* Bytes are read into the thread's memory: pipes, small files, whatever is decompressed
   or converted. They stay as they are. */
extern const struct block_kind read_kind;

/* A large file that needs no conversion is mapped, and scanned in place (map.h). */
extern const struct block_kind map_kind;

/* Ends the file after this block, whether or not all of it was read. */
void block_end_file(struct block *block);

/* Cuts the block at the last place after window[from] where it may be cut, if there is one;
   then it is no longer open. */
void block_cut(struct block *block, size_t from);

#endif
