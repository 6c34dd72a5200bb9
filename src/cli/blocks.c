/* SPDX-License-Identifier: MIT */
#include "cli.h"
#include "blocks.h"

#include <stdlib.h>
#include <string.h>

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
    block->open = false;
    block->last = true;
    block->error = blocks->internal.source.error;
    source_close(&blocks->internal.source);
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
    size_t end = block->len;

    if (block->open) {
        end = last_cut(blocks, block->window, from, block->len);
        if (end > from) {
            block->open = false;
            blocks->internal.rest_len = block->len - end;
            memcpy(blocks->internal.rest, block->window + end,
                   block->len - end);
            block->len = end;
        }
        end = block->len;
    }
    /* The one who reads counts, and not the threads that scan, because each
       needs the sum of all before it, and this costs a twentieth of the read
       itself. */
    if (blocks->lines)
        blocks->internal.line += count_newlines(block->window + from,
                                                end - from);
}

bool blocks_next(struct blocks *blocks, struct block *block)
{
    struct source *source = &blocks->internal.source;
    bool opened = true;

    block->len = 0;
    block->open = true;
    block->last = false;
    block->unopened = false;
    block->error = NULL;

    if (!blocks->internal.reading) {
        if (blocks->operand_count == 0)
            return false;
        opened = source_open(source, *blocks->operands, true);
        blocks->operands++;
        blocks->operand_count--;
        blocks->internal.reading = true;
        blocks->internal.offset = 0;
        blocks->internal.line = 1;
    }
    block->file = source->file;
    block->name = source->name;
    block->offset = blocks->internal.offset;
    block->line = blocks->internal.line;
    if (!opened) {
        block->unopened = true;
        end_file(blocks, block);
        return true;
    }
    if (!blocks->cut) {
        read_more(blocks, block);
        return true;
    }

    memcpy(block->window, blocks->internal.rest, blocks->internal.rest_len);
    block->len = blocks->internal.rest_len;
    blocks->internal.rest_len = 0;
    /* As much as there is by now: who waits for the lines of a slow stream gets
       them as they come. */
    do
        read_more(blocks, block);
    while (block->open && block->len < blocks->block_size
           && source_is_ready(source));
    cut(blocks, block, 0);
    blocks->internal.offset += block->len;
    return true;
}

void blocks_more(struct blocks *blocks, struct block *block)
{
    const size_t from = block->len;

    read_more(blocks, block);
    if (blocks->cut)
        cut(blocks, block, from);
    blocks->internal.offset += block->len - from;
}

void blocks_close(struct blocks *blocks)
{
    free(blocks->internal.rest);
}
