/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/top/values.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_SYS_RANDOM_H
#include <sys/random.h>
#endif
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* The initial capacity. */
#define FIRST_ROOM ((size_t)1 << 12)

/* Texts in one allocation. A long text gets its own chunk, so that little is wasted at
   the end of each. */
#define CHUNK_SIZE ((size_t)64 << 10)
#define CHUNK_TEXT (CHUNK_SIZE / 8)

struct chunk {
    struct chunk *next;
    size_t        used;
    size_t        size;
    char          text[];
};

/* The bits of a slot that hold the number of a value: enough for any memory. */
#define NUMBER_BITS 40
#define NUMBER_MASK ((UINT64_C(1) << NUMBER_BITS) - 1)

void values_open(struct values *values)
{
    unsigned char *const secret = values->internal.secret;

    _Static_assert(sizeof values->internal.secret >= XXH3_SECRET_SIZE_MIN,
                   "XXH3_64bits_withSecret() wants more");
    memset(values, 0, sizeof *values);
    if (getentropy(secret, sizeof values->internal.secret) != 0)
        die("cannot get random bytes: %s", strerror(errno));
}

/* Puts a value where the next free slot is. */
static void enter(struct values *values, uint64_t hash, size_t number)
{
    const size_t mask = values->internal.slot_count - 1;
    size_t at = (size_t)hash & mask;

    while (values->internal.slots[at] != 0)
        at = (at + 1) & mask;
    values->internal.slots[at] = (hash & ~NUMBER_MASK) | number;
}

/* Makes room for one more value and its slot. At most half of the slots are used. */
static void make_room(struct values *values)
{
    const size_t room = values->internal.room;

    if (values->count < room)
        return;
    values->internal.room = room > 0 ? 2 * room : FIRST_ROOM;
    values->value = mem_resize(values->value,
                               values->internal.room * sizeof *values->value);
    if (values->sums)
        values->sum = mem_resize(values->sum, values->internal.room * sizeof *values->sum);
    if (values->once)
        values->last = mem_resize(values->last, values->internal.room * sizeof *values->last);
    free(values->internal.slots);
    values->internal.slots = NULL;
    values->internal.slot_count = 2 * values->internal.room;
    values->internal.slots = mem_resize(
        NULL, values->internal.slot_count * sizeof *values->internal.slots);
    memset(values->internal.slots, 0,
           values->internal.slot_count * sizeof *values->internal.slots);
    for (size_t i = 0; i < values->count; i++)
        enter(values, values->value[i].hash, i + 1);
}

/* A copy that lasts. */
static const char *keep(struct values *values, const char *text, size_t len)
{
    struct chunk *chunk = values->internal.chunks;
    char *copy;

    if (!chunk || len > chunk->size - chunk->used) {
        const size_t size = len < CHUNK_TEXT ? CHUNK_SIZE : len;
        struct chunk *const first = chunk;

        chunk = mem_resize(NULL, sizeof *chunk + size);
        *chunk = (struct chunk){ .size = size };
        /* What is left in the first is for those that follow. */
        if (first && size == len) {
            chunk->next = first->next;
            first->next = chunk;
        } else {
            chunk->next = first;
            values->internal.chunks = chunk;
        }
    }
    copy = chunk->text + chunk->used;
    memcpy(copy, text, len);
    chunk->used += len;
    return copy;
}

struct value *values_count(struct values *values, const char *text, size_t len)
{
    const uint64_t hash = XXH3_64bits_withSecret(
        text, len, values->internal.secret, sizeof values->internal.secret);

    make_room(values);
    for (size_t at = (size_t)hash;; at++) {
        const uint64_t slot =
            values->internal.slots[at & (values->internal.slot_count - 1)];
        struct value *value;

        if (slot == 0)
            break;
        if ((slot ^ hash) & ~NUMBER_MASK)
            continue;
        value = &values->value[(slot & NUMBER_MASK) - 1];
        if (value->hash == hash && value->len == len
            && memcmp(value->text, text, len) == 0) {
            value->count++;
            return value;
        }
    }
    values->value[values->count++] = (struct value){
        .count = 1, .hash = hash, .text = keep(values, text, len), .len = len
    };
    if (values->sum)
        values->sum[values->count - 1] = (struct number){ 0, 0 };
    enter(values, hash, values->count);
    return &values->value[values->count - 1];
}

struct value *values_count_once(struct values *values, const char *text, size_t len,
                                uint64_t record)
{
    struct value *const value = values_count(values, text, len);
    uint64_t *const last = &values->last[value - values->value];

    if (value->count > 1 && *last == record) {
        value->count--;
        return NULL;
    }
    *last = record;
    return value;
}

void values_close(struct values *values)
{
    for (struct chunk *chunk = values->internal.chunks, *next; chunk;
         chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free(values->internal.slots);
    free(values->value);
    free(values->sum);
    free(values->last);
}
