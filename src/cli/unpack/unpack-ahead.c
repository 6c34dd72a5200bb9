/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/unpack/unpack-ahead.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Few enough bytes that they stay in a cache of the processor until they are scanned, and
   enough that the threads rarely wait for each other. */
#define CHUNK_SIZE ((size_t)256 << 10)
#define CHUNKS 4

/* A chunk with less room is full. */
#define LEAST_ROOM (CHUNK_SIZE / 4)

struct chunk {
    char  *bytes;
    size_t len;
};

struct ahead {
    struct unpack  *unpack;
    pthread_t       thread;
    size_t          taken_here;   /* bytes taken from the first full chunk */

    pthread_mutex_t lock;         /* guards: */
    pthread_cond_t  changed;      /* at most one of the two threads waits */
    unsigned        filled;       /* number of chunks filled, */
    unsigned        emptied;      /* and of those emptied again */
    bool            stop;         /* the thread is to end */
    bool            ended;        /* nothing follows the last full chunk, */
    ptrdiff_t       result;       /*   and this is why: 0 or -1 */

    struct chunk    chunk[CHUNKS];
};

/* Fills a chunk, or less of it where it would have to wait for input, so that the scan gets
   what is there. Returns the result of the last unpack_read(). */
static ptrdiff_t fill(struct unpack *unpack, struct chunk *chunk)
{
    ptrdiff_t n;

    chunk->len = 0;
    do {
        n = unpack_read(unpack, chunk->bytes + chunk->len, CHUNK_SIZE - chunk->len);
        if (n <= 0)
            break;
        chunk->len += (size_t)n;
    } while (CHUNK_SIZE - chunk->len >= LEAST_ROOM
             && (unpack_is_ready(unpack) || unpack->file->regular));
    return n;
}

static void *work(void *ahead_)
{
    struct ahead *const ahead = ahead_;
    bool stop = false;

    while (!stop) {
        struct chunk *const chunk = &ahead->chunk[ahead->filled % CHUNKS];
        const ptrdiff_t result = fill(ahead->unpack, chunk);

        pthread_mutex_lock(&ahead->lock);
        ahead->filled += chunk->len > 0;
        ahead->ended = result <= 0;
        ahead->result = result;
        pthread_cond_signal(&ahead->changed);
        while (!ahead->ended && !ahead->stop && ahead->filled - ahead->emptied == CHUNKS)
            pthread_cond_wait(&ahead->changed, &ahead->lock);
        stop = ahead->ended || ahead->stop;
        pthread_mutex_unlock(&ahead->lock);
    }
    return NULL;
}

static void release(struct ahead *ahead)
{
    for (size_t i = 0; i < CHUNKS; i++)
        free(ahead->chunk[i].bytes);
    pthread_cond_destroy(&ahead->changed);
    pthread_mutex_destroy(&ahead->lock);
    free(ahead);
}

struct ahead *ahead_begin(struct unpack *unpack)
{
    struct ahead *const ahead = mem_resize(NULL, sizeof *ahead);

    *ahead = (struct ahead){ .unpack = unpack };
    pthread_mutex_init(&ahead->lock, NULL);
    pthread_cond_init(&ahead->changed, NULL);
    for (size_t i = 0; i < CHUNKS; i++)
        ahead->chunk[i].bytes = mem_resize(NULL, CHUNK_SIZE);
    if (pthread_create(&ahead->thread, NULL, work, ahead) == 0)
        return ahead;
    release(ahead);
    return NULL;
}

/* Whether there is a full chunk; if not, waits for one, or for the end. */
static bool await_chunk(struct ahead *ahead)
{
    bool is_filled;

    pthread_mutex_lock(&ahead->lock);
    while (ahead->filled == ahead->emptied && !ahead->ended)
        pthread_cond_wait(&ahead->changed, &ahead->lock);
    is_filled = ahead->filled != ahead->emptied;
    pthread_mutex_unlock(&ahead->lock);
    return is_filled;
}

static void end_chunk(struct ahead *ahead)
{
    ahead->taken_here = 0;
    pthread_mutex_lock(&ahead->lock);
    ahead->emptied++;
    pthread_cond_signal(&ahead->changed);
    pthread_mutex_unlock(&ahead->lock);
}

ptrdiff_t ahead_read(struct ahead *ahead, char *buffer, size_t size)
{
    const struct chunk *chunk;

    /* Only this thread changes ahead->emptied. */
    if (ahead->taken_here == 0 && !await_chunk(ahead))
        return ahead->result;
    chunk = &ahead->chunk[ahead->emptied % CHUNKS];
    if (size > chunk->len - ahead->taken_here)
        size = chunk->len - ahead->taken_here;
    memcpy(buffer, chunk->bytes + ahead->taken_here, size);
    ahead->taken_here += size;
    if (ahead->taken_here == chunk->len)
        end_chunk(ahead);
    return (ptrdiff_t)size;
}

bool ahead_is_ready(struct ahead *ahead)
{
    bool is_ready;

    pthread_mutex_lock(&ahead->lock);
    is_ready = ahead->filled != ahead->emptied || ahead->ended;
    pthread_mutex_unlock(&ahead->lock);
    return is_ready;
}

void ahead_end(struct ahead *ahead)
{
    pthread_mutex_lock(&ahead->lock);
    ahead->stop = true;
    pthread_cond_signal(&ahead->changed);
    pthread_mutex_unlock(&ahead->lock);
    pthread_join(ahead->thread, NULL);
    release(ahead);
}
