/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/top/count-values.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_SYS_RANDOM_H
#include <sys/random.h>
#endif
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "cli/top/reserve-memory.h"

/* The initial capacity, and the number of slots with a limit. */
#define FIRST_ROOM ((size_t)1 << 8)
#define FIRST_SLOTS ((size_t)1 << 9)

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

/* Memory */

/* Each array can grow until it alone takes all the memory. */
static void open_limited(struct values *values, const struct values_options *options)
{
    const size_t most = options->most;

    values->limit = options->limit;
    values->internal.most = most;
    values->value = reserve_memory(most);
    values->error = reserve_memory(most);
    if (options->sums)
        values->sum = reserve_memory(most);
    if (options->once)
        values->last = reserve_memory(most);
    values->internal.texts = reserve_memory(most);
    values->internal.slots = reserve_memory(most);
    values->internal.slot_count = FIRST_SLOTS;
    values->internal.room = SIZE_MAX;
}

static void make_room(struct values *values)
{
    const size_t room = values->internal.room > 0 ? 2 * values->internal.room : FIRST_ROOM;

    values->value = mem_resize(values->value, room * sizeof *values->value);
    if (values->internal.sums)
        values->sum = mem_resize(values->sum, room * sizeof *values->sum);
    if (values->internal.once)
        values->last = mem_resize(values->last, room * sizeof *values->last);
    free(values->internal.slots);
    values->internal.slots = NULL;
    values->internal.slot_count = 2 * room;
    values->internal.slots = mem_resize(
        NULL, values->internal.slot_count * sizeof *values->internal.slots);
    values->internal.room = room;
    values_enter_all(values);
}

void values_open(struct values *values, const struct values_options *options)
{
    unsigned char *const secret = values->internal.secret;

    _Static_assert(sizeof values->internal.secret >= XXH3_SECRET_SIZE_MIN,
                   "XXH3_64bits_withSecret() wants more");
    memset(values, 0, sizeof *values);
    values->internal.sums = options->sums;
    values->internal.once = options->once;
    if (options->limit > 0)
        open_limited(values, options);
    else
        make_room(values);
    if (options->like)
        memcpy(secret, options->like->internal.secret, sizeof values->internal.secret);
    else if (getentropy(secret, sizeof values->internal.secret) != 0)
        die("cannot get random bytes: %s", strerror(errno));
}

void values_close(struct values *values)
{
    const size_t most = values->internal.most;

    if (values->limit > 0) {
        release_memory(values->value, most);
        release_memory(values->error, most);
        if (values->sum)
            release_memory(values->sum, most);
        if (values->last)
            release_memory(values->last, most);
        release_memory(values->internal.texts, most);
        release_memory(values->internal.slots, most);
        return;
    }
    for (struct chunk *chunk = values->internal.chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free(values->internal.slots);
    free(values->value);
    free(values->sum);
    free(values->last);
}

/* Texts */

static struct chunk *new_chunk(struct values *values, size_t len)
{
    const size_t size = len < CHUNK_TEXT ? CHUNK_SIZE : len;
    struct chunk *const first = values->internal.chunks;
    struct chunk *const chunk = mem_resize(NULL, sizeof *chunk + size);

    *chunk = (struct chunk){ .size = size };
    /* A chunk of one long text is full. The first chunk may still have room for others. */
    if (first && size == len) {
        chunk->next = first->next;
        first->next = chunk;
    } else {
        chunk->next = first;
        values->internal.chunks = chunk;
    }
    return chunk;
}

/* A copy that lasts. */
static const char *keep(struct values *values, const char *text, size_t len)
{
    struct chunk *chunk = values->internal.chunks;
    char *copy;

    if (values->limit > 0) {
        copy = values->internal.texts + values->internal.text_len;
        values->internal.text_len += len;
    } else {
        if (!chunk || len > chunk->size - chunk->used)
            chunk = new_chunk(values, len);
        copy = chunk->text + chunk->used;
        chunk->used += len;
    }
    memcpy(copy, text, len);
    return copy;
}

/* Slots */

/* Puts a value where the next free slot is. */
static void enter(struct values *values, uint64_t hash, size_t number)
{
    const size_t mask = values->internal.slot_count - 1;
    size_t at = (size_t)hash & mask;

    while (values->internal.slots[at] != 0)
        at = (at + 1) & mask;
    values->internal.slots[at] = (hash & ~NUMBER_MASK) | number;
}

void values_enter_all(struct values *values)
{
    memset(values->internal.slots, 0,
           values->internal.slot_count * sizeof *values->internal.slots);
    for (size_t i = 0; i < values->count; i++)
        enter(values, values->value[i].hash, i + 1);
}

/* Returns NULL if the text is new. */
static inline struct value *find(const struct values *values, const char *text, size_t len,
                                 uint64_t hash)
{
    const size_t mask = values->internal.slot_count - 1;

    for (size_t at = (size_t)hash;; at++) {
        const uint64_t slot = values->internal.slots[at & mask];
        struct value *value;

        if (slot == 0)
            return NULL;
        if ((slot ^ hash) & ~NUMBER_MASK)
            continue;
        value = &values->value[(slot & NUMBER_MASK) - 1];
        if (value->hash == hash && value->len == len && memcmp(value->text, text, len) == 0)
            return value;
    }
}

/* Whether the memory for so many slots, and for one value more, is within the limit. */
static bool fits(const struct values *values, size_t slot_count, size_t len)
{
    const size_t used = (values->count + 1) * values_entry_size(values)
                      + values->internal.text_len + len
                      + slot_count * sizeof *values->internal.slots;

    return used <= values->limit;
}

/* Makes room for a text of this length, and its slot, within the limit. Half of the slots
   are used, up to three quarters if there is no memory for more. Returns false if the text
   is too long. */
static bool make_limited_room(struct values *values, size_t len)
{
    const size_t slot_count = values->internal.slot_count;

    if (values_entry_size(values) + len > values->limit / VALUES_SHARE)
        return false;
    if (values->count >= slot_count / 2 && fits(values, 2 * slot_count, len)) {
        values->internal.slot_count = 2 * slot_count;
        values_enter_all(values);
    }
    while (values->count >= values->internal.slot_count / 4 * 3
           || !fits(values, values->internal.slot_count, len))
        values_evict(values);
    return true;
}

/* Counting */

/* Adds a text that is not in the table yet, with the count 0. */
static struct value *add(struct values *values, const char *text, size_t len, uint64_t hash)
{
    const size_t i = values->count;

    if (i >= values->internal.room)
        make_room(values);
    values->count++;
    values->value[i] = (struct value){ .count = 0, .hash = hash, .text = text, .len = len };
    if (values->sum)
        values->sum[i] = (struct sum){ .low = 0 };
    if (values->last)
        values->last[i] = 0;
    enter(values, hash, values->count);
    return &values->value[i];
}

/* The same with a limit, and with the count `floor`. Returns NULL if the text is too long. */
static struct value *add_limited(struct values *values, const char *text, size_t len,
                                 uint64_t hash)
{
    struct value *value;

    if (!make_limited_room(values, len))
        return NULL;
    value = add(values, keep(values, text, len), len, hash);
    value->count = values->error[value - values->value] = values->floor;
    return value;
}

/* A new text. */
static struct value *count_new(struct values *values, const char *text, size_t len,
                               uint64_t hash)
{
    struct value *value;

    if (values->limit == 0) {
        value = add(values, keep(values, text, len), len, hash);
    } else {
        value = add_limited(values, text, len, hash);
        if (!value) {
            values->too_long++;
            return NULL;
        }
    }
    value->count++;
    return value;
}

struct value *values_count(struct values *values, const char *text, size_t len)
{
    const uint64_t hash = XXH3_64bits_withSecret(
        text, len, values->internal.secret, sizeof values->internal.secret);
    struct value *const value = find(values, text, len, hash);

    if (__builtin_expect(!value, 0))
        return count_new(values, text, len, hash);
    value->count++;
    return value;
}

struct value *values_count_once(struct values *values, const char *text, size_t len,
                                uint64_t record)
{
    struct value *const value = values_count(values, text, len);
    uint64_t *const last = value ? &values->last[value - values->value] : NULL;

    if (value && *last == record) {
        value->count--;
        return NULL;
    }
    if (value)
        *last = record;
    return value;
}

/* Merging */

/* Appends the chunks of `from`, where texts stay as they are. */
static void take_chunks(struct values *values, struct values *from)
{
    struct chunk **end = &values->internal.chunks;

    while (*end)
        end = &(*end)->next;
    *end = from->internal.chunks;
    from->internal.chunks = NULL;
}

static void merge_value(struct values *values, const struct values *from, size_t i,
                        uint64_t floor)
{
    const struct value *const other = &from->value[i];
    struct value *value = find(values, other->text, other->len, other->hash);
    uint64_t error = 0;

    if (from->limit > 0)
        error = from->error[i];
    if (value) {                  /* which was given from->floor */
        value->count += other->count - from->floor;
        if (error != from->floor)
            values->error[value - values->value] += error - from->floor;
    } else if (values->limit == 0) {
        value = add(values, other->text, other->len, other->hash);
        value->count = other->count;
    } else {
        /* Less than what was evicted. */
        if (values->floor > 0 && other->count + floor <= values->floor)
            return;
        value = add_limited(values, other->text, other->len, other->hash);
        if (!value) {
            values->too_long += other->count;
            return;
        }
        value->count = other->count + floor;
        values->error[value - values->value] = error + floor;
    }
    if (values->sum)
        sum_join(&values->sum[value - values->value], &from->sum[i]);
}

void values_merge(struct values *values, struct values *from)
{
    const uint64_t floor = values->floor;

    /* A value that only one table has may have been evicted from the other. */
    for (size_t i = 0; from->floor > 0 && i < values->count; i++) {
        values->value[i].count += from->floor;
        values->error[i] += from->floor;
    }
    values->floor += from->floor;
    values->too_long += from->too_long;
    for (size_t i = 0; i < from->count; i++)
        merge_value(values, from, i, floor);
    take_chunks(values, from);
    values_close(from);
}
