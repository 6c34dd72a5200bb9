/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/blocks/blocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/interrupt.h"
#include "cli/blocks/block-kind.h"
#include "cli/blocks/newlines.h"

void buffer_grow(struct buffer *buffer, size_t size)
{
    buffer->text = mem_resize(buffer->text, size);
    buffer->size = size;
}

void block_memory_open(struct block_memory *memory, const struct blocks *blocks,
                       unsigned thread)
{
    *memory = (struct block_memory){ .thread = thread };
    buffer_reserve(&memory->window, blocks->block_size);
    buffer_reserve(&memory->copy, BLOCK_COPY_LEAST);
}

void block_memory_trim(struct block_memory *memory, const struct blocks *blocks)
{
    struct buffer *const window = &memory->window;

    if (window->size <= blocks->block_size)
        return;
    window->text = mem_resize(window->text, blocks->block_size);
    window->size = blocks->block_size;
}

void block_memory_close(struct block_memory *memory)
{
    free(memory->window.text);
    free(memory->copy.text);
}

void blocks_open(struct blocks *blocks)
{
    memset(&blocks->internal, 0, sizeof blocks->internal);
    if (!blocks->steady)
        map_begin();
    if (blocks->threads)
        blocks->internal.rest = mem_resize(NULL, blocks->block_size);
}

void blocks_close(struct blocks *blocks)
{
    free(blocks->internal.rest);
    free(blocks->internal.long_copy.text);
}

/* Opens the next file; returns false if there is none. A file that cannot be opened
   still gives one block. */
static bool open_file(struct blocks *blocks, struct block *block)
{
    struct source *const source = &blocks->internal.source;
    struct walk_file file;

    if (!walk_next(blocks->walk, &file))
        return false;
    blocks->internal.found = file.found;
    if (file.error[0])
        source_refuse(source, file.name, file.error, file.skipped);
    block->unopened = file.error[0]
        || !source_open(source, file.name,
                        &(struct source_how){ .marks = true, .found = file.found != NULL,
                                              .max_window = blocks->max_window });
    block->skip = source->skip;
    block->first = true;
    block->line = 1;
    blocks->internal.reading = true;
    blocks->internal.offset = source->begin;
    blocks->internal.map = NULL;
    if (!blocks->steady && !block->unopened)
        blocks->internal.map = map_source(source, blocks->block_size,
                                          !blocks->threads);
    blocks->internal.kind = blocks->internal.map ? &map_kind : &read_kind;
    return true;
}

void block_end_file(struct block *block)
{
    struct blocks *const blocks = block->internal.blocks;
    struct source *const source = &blocks->internal.source;
    const char *const warning = source_warning(source);

    block->open = false;
    block->last = true;
    block->found = blocks->internal.found;
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

void block_cut(struct block *block, size_t from)
{
    const size_t end = cut_last(&block->internal.blocks->cut, block->window, from,
                                block->len);

    if (end > from) {
        block->len = end;
        block->open = false;
    }
}

void block_cut_at(struct block *block, enum cut_place place)
{
    struct blocks *const blocks = block->internal.blocks;

    blocks->cut.place = place;
    if (blocks->threads && block->open && !block_is_full(block))
        block->internal.kind->more(block);
}

bool block_is_cuttable(const struct block *block, size_t from)
{
    return cut_last(&block->internal.blocks->cut, block->window, from, block->len) > from;
}

bool blocks_next(struct blocks *blocks, struct block *block,
                 struct block_memory *memory)
{
    *block = (struct block){
        .open = true, .internal = { .blocks = blocks, .memory = memory }
    };
    if (!blocks->internal.reading && !open_file(blocks, block))
        return false;
    block->file = blocks->internal.source.file;
    block->name = blocks->internal.source.name;
    block->text = blocks->internal.source.text;
    block->offset = blocks->internal.offset;
    block->internal.kind = blocks->internal.kind;
    block->internal.map = blocks->internal.map;
    if (block->first && blocks->first_uncut)
        blocks->cut.place = CUT_NOWHERE;
    if (block->unopened)
        block_end_file(block);
    else
        block->internal.kind->begin(block);
    return true;
}

void block_drop(struct block *block, size_t len)
{
    block->len -= len;
    block->internal.kind->drop(block, len);
}

void block_more(struct block *block)
{
    const size_t from = block->len;

    if (!block->open) {
        block->internal.broken_off = true;
        return;
    }
    block->internal.kind->more(block);
    if (block->internal.blocks->lines)
        block->newlines += count_newlines(block->window + from, block->len - from);
}

void block_count_newlines(struct block *block)
{
    if (block->internal.blocks->lines)
        block->newlines = count_newlines(block->window, block->len);
}

struct buffer *block_room(struct block *block, struct buffer *own, size_t len)
{
    struct blocks *const blocks = block->internal.blocks;
    struct buffer *const room = len > blocks->block_size ? &blocks->internal.long_copy
                                                         : own;

    buffer_reserve(room, len);
    return room;
}

void block_end(struct block *block)
{
    block->internal.kind->end(block);
}
