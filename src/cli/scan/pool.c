/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/scan/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output/output.h"

/* The size of a slot's output buffer. JSON output of an access log is about as long
   as the block; a thread whose buffer is full waits for its turn. */
#define OUTPUT_SIZE ((size_t)512 << 10)

/* Enough that a thread which finishes early finds a free slot. */
#define SLOTS_PER_THREAD 4

struct slot {
    struct pool  *pool;
    uint64_t      number;         /* of its block, counted from 0 */
    struct block  block;
    struct output output;
    struct results results;
    bool          open;           /* the block was open at first: see pool.h */
    bool          done;
};

struct pool {
    const struct work *work;

    pthread_mutex_t reading;      /* guards `work->blocks` and: */
    uint64_t        begun;        /* number of blocks begun */
    unsigned        threads;      /* number of threads begun */

    pthread_mutex_t ordering;     /* guards slot.done and: */
    pthread_cond_t  ended;
    uint64_t        written;      /* number of blocks written: determines whose turn it
                                     is, and which slots are free */
    bool            lost;         /* reading the file whose turn it is has failed: no
                                     more of it is written, as with one thread */
    uint64_t        numbered;     /* number of blocks whose lines are known */
    uint64_t        line;         /* first line of the next block */
    unsigned        slot_count;
    struct slot     slots[];
};

static struct slot *slot_of(struct pool *pool, uint64_t number)
{
    return &pool->slots[number % pool->slot_count];
}

/* Whether the block comes after an error of its file. Valid only in the slot's turn. */
static bool is_lost(const struct slot *slot)
{
    return slot->pool->lost && !slot->block.first;
}

/* output.wait */
static bool wait_for_turn(void *turn)
{
    struct slot *slot = turn;
    struct pool *pool = slot->pool;

    pthread_mutex_lock(&pool->ordering);
    while (pool->written < slot->number)
        pthread_cond_wait(&pool->ended, &pool->ordering);
    pthread_mutex_unlock(&pool->ordering);
    return !is_lost(slot);
}

/* Waits until the lines of all blocks before this one are counted. This cannot
   deadlock: a thread never waits for a block after its own. */
static void number_first_line(struct pool *pool, struct slot *slot)
{
    pthread_mutex_lock(&pool->ordering);
    while (pool->numbered < slot->number)
        pthread_cond_wait(&pool->ended, &pool->ordering);
    if (!slot->block.first)
        slot->block.line = pool->line;
    pthread_mutex_unlock(&pool->ordering);
}

/* Sets the first line of the next block. */
static void number_next_line(struct pool *pool, const struct block *block)
{
    pthread_mutex_lock(&pool->ordering);
    pool->line = block->line + block->newlines;
    pool->numbered++;
    pthread_cond_broadcast(&pool->ended);
    pthread_mutex_unlock(&pool->ordering);
}

/* Returns the next slot with the next block in it, or NULL. If the block is open, the
   caller holds `reading` until end_reading(). */
static struct slot *begin_block(struct pool *pool, struct block_memory *memory)
{
    struct slot *slot;

    pthread_mutex_lock(&pool->reading);
    slot = slot_of(pool, pool->begun);
    pthread_mutex_lock(&pool->ordering);
    while (pool->begun - pool->written == pool->slot_count)
        pthread_cond_wait(&pool->ended, &pool->ordering);
    pthread_mutex_unlock(&pool->ordering);

    if (!blocks_next(pool->work->blocks, &slot->block, memory)) {
        pthread_mutex_unlock(&pool->reading);
        return NULL;
    }
    slot->number = pool->begun++;
    slot->results = (struct results){ .found = 0 };
    pool->work->begin(pool->work->data, &slot->block, &slot->results);
    slot->open = slot->block.open;
    if (!slot->open)
        pthread_mutex_unlock(&pool->reading);

    block_count_newlines(&slot->block);
    if (pool->work->blocks->lines) {
        number_first_line(pool, slot);
        if (!slot->open)
            number_next_line(pool, &slot->block);
    }
    return slot;
}

/* Called when the block is scanned. If it was open, its end is known only now; its
   memory is shrunk before another block is begun. */
static void end_reading(struct pool *pool, const struct slot *slot,
                        struct block_memory *memory)
{
    if (!slot->open)
        return;
    if (pool->work->blocks->lines)
        number_next_line(pool, &slot->block);
    block_memory_trim(memory, pool->work->blocks);
    pthread_mutex_unlock(&pool->reading);
}

/* Called in this slot's turn, when no thread works on it any more. */
static void write_slot(const struct work *work, struct slot *slot)
{
    const bool lost = is_lost(slot);

    block_end(&slot->block);
    if (lost) {
        slot->output.used = 0;
        results_free(&slot->results);
        slot->block.error = NULL;
    }
    slot->pool->lost = lost || slot->block.error;
    out = slot->output;
    out.wait = NULL;
    work->end(work->data, &slot->block, &slot->results);
    out_flush();
    slot->output.used = 0;
}

/* If it is the block's turn, writes it and all blocks that waited for it. */
static void end_block(struct pool *pool, struct slot *slot)
{
    pthread_mutex_lock(&pool->ordering);
    slot->done = true;
    if (pool->written == slot->number) {
        do {
            pthread_mutex_unlock(&pool->ordering);
            write_slot(pool->work, slot);
            pthread_mutex_lock(&pool->ordering);
            slot->done = false;
            pool->written++;
            pthread_cond_broadcast(&pool->ended);
            slot = slot_of(pool, pool->written);
        } while (slot->done);
    }
    pthread_mutex_unlock(&pool->ordering);
}

static void *work(void *pool_)
{
    struct pool *pool = pool_;
    /* One per thread, not per slot, so that it stays in one processor's cache. */
    struct block_memory memory;
    struct slot *slot;
    unsigned number;

    pthread_mutex_lock(&pool->reading);
    number = pool->threads++;
    pthread_mutex_unlock(&pool->reading);
    block_memory_open(&memory, pool->work->blocks, number);
    while ((slot = begin_block(pool, &memory))) {
        out = slot->output;
        pool->work->scan(pool->work->data, &slot->block, &slot->results);
        slot->output.used = out.used;
        end_reading(pool, slot, &memory);
        end_block(pool, slot);
        /* The output now belongs to the slot. A message about a file that does not
           open must not flush it. */
        out.used = 0;
        out.wait = NULL;
    }
    block_memory_close(&memory);
    return NULL;
}

static void open_slot(struct pool *pool, struct slot *slot)
{
    memset(slot, 0, sizeof *slot);
    slot->pool = pool;
    slot->output.buffer = mem_resize(NULL, OUTPUT_SIZE);
    slot->output.size = OUTPUT_SIZE;
    slot->output.by_record = out.by_record;
    slot->output.wait = wait_for_turn;
    slot->output.turn = slot;
}

void pool_run(const struct work *todo, unsigned threads)
{
    const unsigned slot_count = threads * SLOTS_PER_THREAD;
    struct pool *pool = mem_resize(NULL, sizeof *pool
                                   + slot_count * sizeof *pool->slots);
    pthread_t *others = mem_resize(NULL, threads * sizeof *others);
    struct output ours;
    unsigned started = 0;

    out_flush();
    ours = out;
    pool->work = todo;
    pool->lost = false;
    pool->threads = 0;
    pool->begun = pool->written = pool->numbered = 0;
    pthread_mutex_init(&pool->reading, NULL);
    pthread_mutex_init(&pool->ordering, NULL);
    pthread_cond_init(&pool->ended, NULL);
    pool->slot_count = slot_count;
    for (unsigned i = 0; i < slot_count; i++)
        open_slot(pool, &pool->slots[i]);

    /* Fewer threads than requested are not an error, only slower. */
    while (started < threads - 1
           && pthread_create(&others[started], NULL, work, pool) == 0)
        started++;
    work(pool);
    for (unsigned i = 0; i < started; i++)
        pthread_join(others[i], NULL);

    out = ours;
    for (unsigned i = 0; i < slot_count; i++)
        free(pool->slots[i].output.buffer);
    pthread_cond_destroy(&pool->ended);
    pthread_mutex_destroy(&pool->ordering);
    pthread_mutex_destroy(&pool->reading);
    free(others);
    free(pool);
}
