/* SPDX-License-Identifier: MIT
 *
 * Blocks that are read into memory.
 */
#include "cli/cli.h"
#include "cli/blocks/block-kind.h"

#include <string.h>

#include "cli/base/interrupt.h"

/* Reads once, and appends to the window. With threads a read is no larger than a
   block, so that the bytes after a cut always fit in `rest`. */
static void read_once(struct block *block)
{
    struct blocks *const blocks = block->internal.blocks;
    struct buffer *const buffer = &block->internal.memory->window;
    size_t room = buffer->size - block->len;
    ptrdiff_t n;

    if (blocks->threads && room > blocks->block_size)
        room = blocks->block_size;
    n = interrupted() ? 0
        : source_read(&blocks->internal.source, buffer->text + block->len, room);
    if (n > 0)
        block->len += (size_t)n;
    else
        block_end_file(block);
}

/* Cuts a block for a thread, and keeps the bytes after it for the next. */
static void cut(struct block *block, size_t from)
{
    struct blocks *const blocks = block->internal.blocks;
    const size_t len = block->len;

    if (!block->open || !blocks->threads)
        return;
    block_cut(block, from);
    if (block->open)
        return;
    blocks->internal.rest_len = len - block->len;
    memcpy(blocks->internal.rest, block->window + block->len, len - block->len);
}

/* Counts window[from..len) as read. The source may be closed by now. */
static void read_on(const struct block *block, size_t from)
{
    struct blocks *const blocks = block->internal.blocks;

    blocks->internal.offset += source_extent(block->text, block->window + from,
                                             block->len - from);
}

static void more(struct block *block)
{
    struct buffer *const buffer = &block->internal.memory->window;
    const size_t max = block->internal.blocks->window_max;
    const size_t from = block->len;

    if (block->len == buffer->size) {
        buffer_reserve(buffer, buffer->size < max / 2 ? buffer->size * 2 : max);
        block->window = buffer->text;
    }
    read_once(block);
    cut(block, from);
    read_on(block, from);
}

/* Reads only what is available without waiting, so that the lines of a slow stream
   are handled as they arrive. */
static void begin_for_thread(struct block *block)
{
    struct blocks *const blocks = block->internal.blocks;

    memcpy(block->internal.memory->window.text, blocks->internal.rest,
           blocks->internal.rest_len);
    block->len = blocks->internal.rest_len;
    blocks->internal.rest_len = 0;
    do
        read_once(block);
    while (block->open && block->len < blocks->block_size
           && source_is_ready(&blocks->internal.source));
    cut(block, 0);
    read_on(block, 0);
}

static void begin(struct block *block)
{
    block->window = block->internal.memory->window.text;
    if (block->internal.blocks->threads)
        begin_for_thread(block);
    else
        more(block);
}

static void drop(struct block *block, size_t len)
{
    if (block->len > 0)             /* if nothing was read, there is no memory */
        memmove(block->internal.memory->window.text, block->window + len, block->len);
}

static void end(struct block *block)
{
    (void)block;
}

const struct block_kind read_kind = { begin, more, drop, end };
