/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/scan/blocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/output/progress.h"

/* The number of newlines in the first `len` bytes. `len` must be a constant of at
   most 255, so that the compiler can vectorise the loop. */
static inline unsigned char count_step(const char *text, size_t len)
{
    unsigned char count = 0;

    for (size_t i = 0; i < len; i++)
        count = (unsigned char)(count + (text[i] == '\n'));
    return count;
}

uint64_t count_newlines(const char *text, size_t len)
{
    uint64_t count = 0;

    for (; len >= 128; text += 128, len -= 128)
        count += count_step(text, 128);
    for (; len >= 16; text += 16, len -= 16)
        count += count_step(text, 16);
    for (; len > 0; text++, len--)
        count += *text == '\n';
    return count;
}

/* Whether this byte ends every URL, in any grammar and context; for '"', in any
   grammar but that of RFC 1630. */
static bool stops_url(const struct blocks *blocks, unsigned char byte)
{
    return byte <= ' ' || byte == 0x7f || (byte == '"' && blocks->cut_at_quotes)
        || byte == '<' || byte == '>';
}

/* Whether a block may be cut after this byte. In prose, a URL depends on what
   precedes it on its line. */
static bool stops_all(const struct blocks *blocks, unsigned char byte)
{
    return blocks->prose ? byte == '\n' || byte == '\0' : stops_url(blocks, byte);
}

static bool is_break(char byte)
{
    return byte >= '\n' && byte <= '\r';
}

/* Finds the last line feed in text[from..end) at which no wrapper can be open. The last
   "<" before it is either too far away, or followed by a ">" that is not a quote mark,
   because other text precedes it on its line. Returns the index after the line feed,
   or `from`. */
static size_t last_unwrapped_line(const char *text, size_t from, size_t end)
{
    size_t line = from;
    bool is_closed = false;       /* a ">" was seen, with only blanks before it */

    for (size_t at = end; at > from; at--) {
        const char byte = text[at - 1];

        if (byte == '<' && !is_closed) {
            line = from;
        } else if (byte == '\n' && line == from) {
            line = at;
            is_closed = false;
        } else if (line > from
                   && (line - at + 1 >= LOCUS_MAX_WRAPPED
                       || (is_closed && byte != '>' && byte != ' ' && byte != '\t'
                           && !is_break(byte)))) {
            return line;
        } else if (is_break(byte)) {
            is_closed = false;
        } else if (byte == '>') {
            is_closed = true;
        }
    }
    return from;
}

/* Cuts the block at the last possible place after `from`. There is no possible place
   before `from`. */
static void cut(const struct blocks *blocks, struct block *block, size_t from)
{
    size_t end = block->len;

    if (blocks->wrapped)
        end = last_unwrapped_line(block->window, from, end);
    else
        while (end > from
               && !stops_all(blocks, (unsigned char)block->window[end - 1]))
            end--;
    if (end > from) {
        block->len = end;
        block->open = false;
    }
}

void blocks_open(struct blocks *blocks)
{
    memset(&blocks->internal, 0, sizeof blocks->internal);
    if (blocks->map)
        map_begin();
    if (blocks->threads)
        blocks->internal.rest = mem_resize(NULL, blocks->block_size);
}

/* Ends the file, whether or not all of it was read. */
static void end_file(struct blocks *blocks, struct block *block)
{
    struct source *source = &blocks->internal.source;
    const char *const warning = source_warning(source);

    block->open = false;
    block->last = true;
    block->interrupted = interrupted();
    if (warning) {
        snprintf(block->remark, sizeof block->remark, "%s", warning);
        block->warning = block->remark;
    }
    /* After a signal, ending early is not an error of the file. */
    if (source->error && !block->interrupted) {
        snprintf(block->message, sizeof block->message, "%s", source->error);
        block->error = block->message;
    }
    source_close(source);
    blocks->internal.reading = false;
}

/* Opens the next file; returns false if there is none. A file that cannot be opened
   still gives one block. */
static bool open_file(struct blocks *blocks, struct block *block)
{
    struct source *const source = &blocks->internal.source;

    if (blocks->operand_count == 0 || interrupted())
        return false;
    block->unopened = !source_open(source, *blocks->operands,
                                   &(struct source_how){
                                       .marks = true,
                                       .max_window = blocks->max_window });
    blocks->operands++;
    blocks->operand_count--;
    block->first = true;
    block->line = 1;
    blocks->internal.reading = true;
    blocks->internal.offset = source->begin;
    blocks->internal.map = NULL;
    if (blocks->map && !block->unopened)
        blocks->internal.map = map_source(source, blocks->block_size,
                                          !blocks->threads);
    return true;
}

/* -------------------------------------------------------------------------
 * Mapped files
 * ------------------------------------------------------------------------- */

/* The index of the next byte in the map. */
static uint64_t mapped(const struct blocks *blocks)
{
    return blocks->internal.offset - blocks->internal.source.begin;
}

/* Begins a block with bytes of the map, or appends to its window. */
static void map_more(struct blocks *blocks, struct block *block)
{
    const struct map *const map = blocks->internal.map;
    const uint64_t rest = map->len - mapped(blocks);
    const size_t from = block->len;
    size_t more = blocks->window_max - from;

    if (more > blocks->block_size)
        more = blocks->block_size;
    if (map_is_cut(map, map->len) || interrupted()) {
        end_file(blocks, block);
    } else if (rest <= more && from + rest < blocks->window_max) {
        block->len += (size_t)rest;
        end_file(blocks, block);
    } else {
        block->len += more;
        if (blocks->threads)
            cut(blocks, block, from);
    }
    blocks->internal.offset += block->len - from;
    progress_add(block->len - from);
}

/* -------------------------------------------------------------------------
 * Files that are read
 * ------------------------------------------------------------------------- */

/* Reads once, and appends to the window. With threads a read is no larger than a
   block, so that the bytes after a cut always fit in `rest`. */
static void read_once(struct blocks *blocks, struct block *block)
{
    struct buffer *const buffer = block->internal.buffer;
    size_t room = buffer->size - block->len;
    ptrdiff_t n;

    if (blocks->threads && room > blocks->block_size)
        room = blocks->block_size;
    n = interrupted() ? 0
        : source_read(&blocks->internal.source, buffer->text + block->len, room);
    if (n > 0)
        block->len += (size_t)n;
    else
        end_file(blocks, block);
}

/* Cuts a block for a thread, and keeps the bytes after it for the next. */
static void cut_read(struct blocks *blocks, struct block *block, size_t from)
{
    const size_t len = block->len;

    if (!block->open || !blocks->threads)
        return;
    cut(blocks, block, from);
    if (block->open)
        return;
    blocks->internal.rest_len = len - block->len;
    memcpy(blocks->internal.rest, block->window + block->len, len - block->len);
}

/* Counts window[from..len) as read. The source may be closed by now. */
static void read_on(struct blocks *blocks, const struct block *block, size_t from)
{
    blocks->internal.offset += source_extent(blocks->internal.source.text,
                                             block->window + from,
                                             block->len - from);
}

static void read_more(struct blocks *blocks, struct block *block)
{
    struct buffer *const buffer = block->internal.buffer;
    const size_t from = block->len;

    if (block->len == buffer->size) {
        buffer->size = buffer->size < blocks->window_max / 2
            ? buffer->size * 2 : blocks->window_max;
        buffer->text = mem_resize(buffer->text, buffer->size);
        block->window = buffer->text;
    }
    read_once(blocks, block);
    cut_read(blocks, block, from);
    read_on(blocks, block, from);
}

/* Reads only what is available without waiting, so that the lines of a slow stream
   are handled as they arrive. */
static void read_block(struct blocks *blocks, struct block *block)
{
    memcpy(block->internal.buffer->text, blocks->internal.rest,
           blocks->internal.rest_len);
    block->len = blocks->internal.rest_len;
    blocks->internal.rest_len = 0;
    do
        read_once(blocks, block);
    while (block->open && block->len < blocks->block_size
           && source_is_ready(&blocks->internal.source));
    cut_read(blocks, block, 0);
    read_on(blocks, block, 0);
}

/* -------------------------------------------------------------------------
 * The interface
 * ------------------------------------------------------------------------- */

bool blocks_next(struct blocks *blocks, struct block *block,
                 struct buffer *buffer)
{
    *block = (struct block){
        .open = true, .internal = { .buffer = buffer }
    };
    if (!blocks->internal.reading && !open_file(blocks, block))
        return false;
    block->file = blocks->internal.source.file;
    block->name = blocks->internal.source.name;
    block->text = blocks->internal.source.text;
    block->offset = blocks->internal.offset;
    block->internal.map = blocks->internal.map;
    if (block->internal.map)
        block->internal.forgotten = (size_t)mapped(blocks);
    block->window = block->internal.map
        ? block->internal.map->bytes + mapped(blocks)
        : buffer->text;
    if (block->unopened)
        end_file(blocks, block);
    else if (block->internal.map)
        map_more(blocks, block);
    else if (blocks->threads)
        read_block(blocks, block);
    else
        read_more(blocks, block);
    return true;
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

/* Examines every byte up to the next stop once, however many URLs end before it. The
   cached result stays valid unless the file was truncated since; then the last byte
   before the stop is a zero, too. */
bool block_breaks_off_at_zeros(const struct blocks *blocks, struct block *block,
                               size_t end)
{
    const struct map *const map = block->internal.map;
    const char *const bytes = map->bytes;
    const size_t from = (size_t)(block->window + end - bytes);
    const size_t len = (size_t)(block->window + block->len - bytes);
    size_t at = from;

    if (from >= block->internal.looked_from && from < block->internal.stop
        && bytes[block->internal.stop - 1] != '\0')
        at = block->internal.stop;
    else
        block->internal.looked_from = from;
    if (at == from || block->internal.stops_at_end) {
        while (at < len && !stops_url(blocks, (unsigned char)bytes[at]))
            at++;
        block->internal.stop = at;
        block->internal.stops_at_end = at == len;
        block->internal.breaks_off = at < len && bytes[at] == '\0'
                                     && map_ends_before(map, at);
    }
    return block->internal.breaks_off;
}

void block_copy(const struct block *block, char *to, size_t from, size_t len)
{
    enum { PIECE = 1 << 20 };
    struct map *const map = block->internal.map;
    const char *const text = block->window + from;
    const size_t at = (size_t)(text - map->bytes);

    for (size_t done = 0, n; done < len; done += n) {
        n = len - done < PIECE ? len - done : PIECE;
        memcpy(to + done, text + done, n);
        map_forget(map, at + done, at + done + n);
    }
}

/* Forgets only this block's bytes: other threads may still scan those before them. */
void blocks_drop(struct block *block, size_t len)
{
    struct map *const map = block->internal.map;

    block->len -= len;
    if (map) {
        block->window += len;
        forget(map, &block->internal.forgotten,
               (size_t)(block->window - map->bytes));
    } else {
        memmove(block->internal.buffer->text, block->window + len, block->len);
    }
}

void blocks_more(struct blocks *blocks, struct block *block)
{
    const size_t from = block->len;

    if (block->internal.map)
        map_more(blocks, block);
    else
        read_more(blocks, block);
    if (blocks->lines)
        block->newlines += count_newlines(block->window + from,
                                          block->len - from);
}

void blocks_count_newlines(const struct blocks *blocks, struct block *block)
{
    if (blocks->lines)
        block->newlines = count_newlines(block->window, block->len);
}

void blocks_end(struct block *block)
{
    struct map *const map = block->internal.map;

    if (map) {
        const size_t end = (size_t)(block->window + block->len - map->bytes);

        if (!block->error)
            block->error = map_error(map, block->last ? map->len : end, block->last);
        /* Everything up to here, including pages that were loaded again since. */
        if (!block->last)
            forget(map, &map->forgotten, end);
    }
    if (map && block->last)
        map_close(map);
}

void blocks_close(struct blocks *blocks)
{
    free(blocks->internal.rest);
}
