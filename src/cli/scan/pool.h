/* SPDX-License-Identifier: MIT */
#ifndef POOL_H
#define POOL_H

#include "cli/blocks/blocks.h"
#include "cli/scan/results.h"

/*
 * Threads that scan blocks in parallel, with output in the order of the blocks.
 *
 * There is a ring of slots, each with a buffer for the output of one block. A thread
 * takes the next slot, gets the next block, scans it, and goes on with the next. Only
 * one thread at a time gets a block, because a stream must be read in order; all threads
 * scan in parallel. The output waits in the slot until all blocks before it are written.
 * The thread that finishes the block whose turn it is writes
 * that block, and every following block that is already done. A thread whose output
 * buffer fills up before its turn waits for its turn. Memory is thus bounded by the
 * size of the ring and the number of threads, and no other thread waits while the ring
 * has a free slot.
 *
 * An open block is read and scanned by one thread, and no other thread begins a block
 * meanwhile. So the memory for a URL longer than a block is needed only once.
 */

/* What to do with each block, in any thread. */
struct work {
    void *data;
    struct blocks *blocks;

    /* Called when a block is begun, in the order of the blocks. `results` is zeroed before. */
    void (*begin)(void *data, struct block *block, struct results *results);

    /* Scans a whole block, and writes its output to `out`. */
    void (*scan)(void *data, struct block *block, struct results *results);

    /* Called after each block, in the order of the blocks, for output that follows
       the block's own. */
    void (*end)(void *data, const struct block *block, struct results *results);
};

/* Does all the work in this thread and up to `threads` - 1 others. */
void pool_run(const struct work *work, unsigned threads);

#endif
