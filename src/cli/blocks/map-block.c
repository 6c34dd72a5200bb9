/* SPDX-License-Identifier: MIT
 *
 * Blocks that are mapped, not read. Other processes may change the file, or truncate
 * it, while it is scanned; map.h says what a reader then sees. So after the scan, only
 * three functions read the bytes: block_copy() returns a copy unless they are lost,
 * block_is_lost() examines whether they are, and block_has_url() whether they break off after
 * a URL.
 */
#include "cli/cli.h"
#include "cli/blocks/block-kind.h"

#include <string.h>

#include "cli/base/copy.h"
#include "cli/base/interrupt.h"
#include "cli/base/progress.h"

/* The index of the next byte in the map. */
static uint64_t next_byte(const struct blocks *blocks)
{
    return blocks->internal.offset - blocks->internal.source.begin;
}

/* The index of window[at] in the map. */
static size_t mapped(const struct block *block, size_t at)
{
    return (size_t)(block->window + at - block->internal.map->bytes);
}

static void more(struct block *block)
{
    struct blocks *const blocks = block->internal.blocks;
    const struct map *const map = block->internal.map;
    const uint64_t rest = map->len - next_byte(blocks);
    const size_t from = block->len;
    size_t more = blocks->window_max - from;

    if (more > blocks->block_size)
        more = blocks->block_size;
    if (map_is_cut(map, map->len) || interrupted()) {
        block_end_file(block);
    } else if (rest <= more && from + rest < blocks->window_max) {
        block->len += (size_t)rest;
        block_end_file(block);
    } else {
        block->len += more;
        if (blocks->threads)
            block_cut(block, from);
    }
    blocks->internal.offset += block->len - from;
    progress_add(block->len - from);
}

static void begin(struct block *block)
{
    const uint64_t at = next_byte(block->internal.blocks);

    block->internal.forgotten = (size_t)at;
    block->window = block->internal.map->bytes + at;
    more(block);
}

/* Bytes to give back in one system call, at least. */
#define FORGET ((size_t)8 << 20)

/* Gives bytes[*forgotten..to) back to the system, if that is enough to be worth it. */
static void forget(struct map *map, size_t *forgotten, size_t to)
{
    if (to - *forgotten < FORGET)
        return;
    map_forget(map, *forgotten, to);
    *forgotten = to;
}

/* Forgets only this block's bytes: other threads may still scan those before them. */
static void drop(struct block *block, size_t len)
{
    block->window += len;
    forget(block->internal.map, &block->internal.forgotten, mapped(block, 0));
}

static void end(struct block *block)
{
    struct map *const map = block->internal.map;
    const size_t to = mapped(block, block->len);

    if (!block->error)
        block->error = map_error(map, block->last ? map->len : to, block->last);
    if (block->last)
        map_close(map);
    else                          /* everything, also pages that were loaded again */
        forget(map, &map->forgotten, to);
}

const struct block_kind map_kind = { begin, more, drop, end };

/* Examines every byte up to the next stop once, however many URLs end before it. The
   cached result stays valid unless the file was truncated since; then the last byte
   before the stop is a zero, too. A URL is whole unless the next stop is past the end of
   the file. */
bool block_is_whole_at_zeros(struct block *block, size_t end)
{
    const struct map *const map = block->internal.map;
    const struct cut_rule *const rule = &block->internal.blocks->cut;
    const char *const bytes = map->bytes;
    const size_t from = mapped(block, end);
    const size_t len = mapped(block, block->len);
    size_t at = from;

    if (from >= block->internal.looked_from && from < block->internal.stop
        && bytes[block->internal.stop - 1] != '\0')
        at = block->internal.stop;
    else
        block->internal.looked_from = from;
    if (at == from || block->internal.stops_at_end) {
        while (at < len && !cut_stops_url(rule, (unsigned char)bytes[at]))
            at++;
        block->internal.stop = at;
        block->internal.stops_at_end = at == len;
        block->internal.is_whole = at == len || bytes[at] != '\0'
                                   || !map_ends_before(map, at);
    }
    return block->internal.is_whole;
}

/* Whether bytes of the mapped window[0..end) are lost by now; `end` is not 0. If none is, all
   that was read of them before this call was in the file. */
static inline bool is_lost(const struct block *block, size_t end)
{
    return map_is_cut(block->internal.map, mapped(block, end))
        || block->window[end - 1] == '\0';
}

/* Copies a long URL, and gives the pages of the original back to the system, so that it
   is not in memory twice. */
RARELY static const char *copy_long(struct block *block, size_t from, size_t len,
                                    size_t *readable)
{
    enum { PIECE = 1 << 20 };
    struct buffer *const copy = block_room(block, &block->internal.memory->copy, len);
    struct map *const map = block->internal.map;
    const size_t at = mapped(block, from);

    for (size_t done = 0, n; done < len; done += n) {
        n = len - done < PIECE ? len - done : PIECE;
        memcpy(copy->text + done, map->bytes + at + done, n);
        map_forget(map, at + done, at + done + n);
    }
    *readable = copy->size;
    return copy->text;
}

const char *block_copy(struct block *block, size_t from, size_t len, size_t *readable)
{
    const char *copy;

    if (len > BLOCK_COPY_LEAST) {
        copy = copy_long(block, from, len, readable);
    } else {
        char *const to = block->internal.memory->copy.text;

        copy_wide(to, BLOCK_COPY_LEAST, block->window + from, block->len - from, len);
        *readable = BLOCK_COPY_LEAST;
        copy = to;
    }
    return is_lost(block, from + len) ? NULL : copy;
}

bool block_is_lost(const struct block *block, size_t end)
{
    return block->internal.map && is_lost(block, end);
}
