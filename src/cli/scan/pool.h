/* SPDX-License-Identifier: MIT */
#ifndef POOL_H
#define POOL_H

#include "cli/scan/blocks.h"

/*
 * Threads that scan blocks at the same time, with output in the order of the
 * blocks.
 *
 * There is a ring of slots, each with a buffer for what is to be written of a
 * block. A thread takes the next slot and finds the next block (one at a time:
 * what is not in memory has to be read for that, in order), scans it (all at a
 * time) and goes on with the next. What was written waits in the slot for its
 * turn, which comes when the blocks before are done; whoever finishes the block
 * whose turn it is writes it out, and those after it that are done by then. A
 * thread whose buffer is full before it is its turn waits for it. So memory is
 * bounded by the ring and the number of threads, and nobody waits as long as the
 * ring has room.
 *
 * A block that is open is read and scanned by one thread while no other begins a
 * block: what a URL takes that is longer than a block, is taken once.
 */
struct pool;

/* What to do with the blocks, in any thread. */
struct work {
    void *data;
    struct blocks *blocks;

    /* Writes to `out` what is to be written of a block. More of an open block
       comes from pool_more(). Returns the number of URLs. */
    uint64_t (*scan)(void *data, struct pool *pool, struct block *block);

    /* The same, in the order of the blocks, for what comes after them. */
    void (*end)(void *data, const struct block *block, uint64_t count);
};

/* Does all the work, by this thread and up to `threads` - 1 others. */
void pool_run(const struct work *work, unsigned threads);

/* blocks_more() of the block that scan() has. */
void pool_more(struct pool *pool, struct block *block);

#endif
