/* SPDX-License-Identifier: MIT */
#include "cli.h"
#include "blocks.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where the end of a block is looked for at first: the lines of a log are
   shorter by far. */
#define LOOK_SIZE ((size_t)4 << 10)

/* The newlines among the first `len` bytes, which has to be a constant up to
   255: then compilers look at many of them at once. */
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

/* Whether a URL stops at this byte, whatever the grammar and the context; at
   '"', unless the grammar is that of RFC 1630. In a wrapper it goes on behind
   white space, and a "<" begins one. */
static bool stops_all(const struct blocks *blocks, unsigned char byte)
{
    if (blocks->wrapped)
        return byte == '>' || byte == 0x7f
            || (byte < ' ' && !(byte >= '\t' && byte <= '\r'));
    return byte <= ' ' || byte == 0x7f || (byte == '"' && blocks->cut_at_quotes)
        || byte == '<' || byte == '>';
}

/* The length of the longest beginning of text[from..len) that a cut may follow;
   `from` if there is none. */
static size_t last_cut(const struct blocks *blocks, const char *text,
                       size_t from, size_t len)
{
    while (len > from && !stops_all(blocks, (unsigned char)text[len - 1]))
        len--;
    return len;
}

void blocks_open(struct blocks *blocks)
{
    memset(&blocks->internal, 0, sizeof blocks->internal);
    if (blocks->cut)
        blocks->internal.rest = mem_resize(NULL, blocks->block_size);
}

/* Nothing more of this file, be it read or not. */
static void end_file(struct blocks *blocks, struct block *block)
{
    struct source *source = &blocks->internal.source;

    block->open = false;
    block->last = true;
    block->error = source->error;
    if (blocks->internal.ahead)
        block->internal.ended = source_detach(source);
    else
        source_close(source);
    blocks->internal.reading = false;
}

/* Reads once, behind what the window holds. A read is no larger than a block,
   so that what is behind a cut always fits the rest. */
static void read_more(struct blocks *blocks, struct block *block)
{
    size_t room = block->size - block->len;
    ptrdiff_t n;

    if (blocks->cut && room > blocks->block_size)
        room = blocks->block_size;
    n = source_read(&blocks->internal.source, block->window + block->len, room);
    if (n > 0)
        block->len += (size_t)n;
    else
        end_file(blocks, block);
}

/* Cuts the block, whose bytes up to `from` hold no place for it, as far behind
   as it can be. */
static void cut(struct blocks *blocks, struct block *block, size_t from)
{
    size_t end;

    if (!block->open)
        return;
    end = last_cut(blocks, block->window, from, block->len);
    if (end == from)
        return;
    block->open = false;
    blocks->internal.rest_len = block->len - end;
    memcpy(blocks->internal.rest, block->window + end, block->len - end);
    block->len = end;
}

/* Finds the block's end in the last bytes that it can have, and goes on behind
   it. False if it has to be read for that, or cannot be had out of turn. */
static bool find_block(struct blocks *blocks, struct block *block)
{
    struct source *source = &blocks->internal.source;
    const size_t size = blocks->block_size - block->len;
    const size_t look = size < LOOK_SIZE ? size : LOOK_SIZE;
    char *ends = block->window + blocks->block_size - look;
    const char *error;            /* told when it is read in turn */
    size_t len;

    if (size == 0 || !source_has(source, size, &block->internal.fd,
                                 &block->internal.place)
        || source_read_at(block->internal.fd,
                          block->internal.place + size - look, ends, look,
                          &error) != look)
        return false;
    len = size - look + last_cut(blocks, ends, 0, look);
    if (len == size - look || !source_skip(source, len))
        return false;
    block->internal.filled = block->len;
    block->len += len;
    block->open = false;
    blocks->internal.ahead = true;
    return true;
}

/* As much as there is by now: who waits for the lines of a slow stream gets them
   as they come. */
static void read_block(struct blocks *blocks, struct block *block)
{
    do
        read_more(blocks, block);
    while (block->open && block->len < blocks->block_size
           && source_is_ready(&blocks->internal.source));
    cut(blocks, block, 0);
    block->internal.filled = block->len;
}

/* False if there is none; a file that cannot be opened is a block all the
   same. */
static bool open_file(struct blocks *blocks, struct block *block)
{
    if (blocks->operand_count == 0)
        return false;
    block->unopened = !source_open(&blocks->internal.source,
                                   *blocks->operands, true);
    blocks->operands++;
    blocks->operand_count--;
    block->first = true;
    block->line = 1;
    blocks->internal.reading = true;
    blocks->internal.ahead = false;
    blocks->internal.offset = 0;
    return true;
}

bool blocks_next(struct blocks *blocks, struct block *block)
{
    *block = (struct block){
        .window = block->window, .size = block->size, .open = true,
        .internal.ended = -1
    };
    if (!blocks->internal.reading && !open_file(blocks, block))
        return false;
    block->file = blocks->internal.source.file;
    block->name = blocks->internal.source.name;
    block->offset = blocks->internal.offset;
    if (block->unopened) {
        end_file(blocks, block);
        return true;
    }
    if (!blocks->cut) {
        read_more(blocks, block);
        block->internal.filled = block->len;
        return true;
    }

    memcpy(block->window, blocks->internal.rest, blocks->internal.rest_len);
    block->len = blocks->internal.rest_len;
    blocks->internal.rest_len = 0;
    if (!find_block(blocks, block))
        read_block(blocks, block);
    blocks->internal.offset += block->len;
    return true;
}

void blocks_fill(const struct blocks *blocks, struct block *block)
{
    const size_t missing = block->len - block->internal.filled;

    if (missing > 0)
        block->len = block->internal.filled
                   + source_read_at(block->internal.fd, block->internal.place,
                                    block->window + block->internal.filled,
                                    missing, &block->error);
    if (blocks->lines)
        block->newlines = count_newlines(block->window, block->len);
}

void blocks_more(struct blocks *blocks, struct block *block)
{
    const size_t from = block->len;

    read_more(blocks, block);
    if (blocks->cut)
        cut(blocks, block, from);
    if (blocks->lines)
        block->newlines += count_newlines(block->window + from,
                                          block->len - from);
    blocks->internal.offset += block->len - from;
}

void blocks_end(struct block *block)
{
    if (block->internal.ended >= 0)
        close(block->internal.ended);
    block->internal.ended = -1;
}

void blocks_close(struct blocks *blocks)
{
    free(blocks->internal.rest);
}
