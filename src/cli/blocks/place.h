/* SPDX-License-Identifier: MIT */
#ifndef PLACE_H
#define PLACE_H

#include "cli/blocks/blocks.h"
#include "cli/blocks/newlines.h"

/*
 * Lines and file offsets of places in a block, as its window moves on. Indexes are into
 * the window. Calls must not go backwards, except those of place_offset() within the window.
 */
struct place {
    size_t   counted;             /* newlines are counted up to here */
    uint64_t line;                /* the line of that byte */
    uint64_t dropped;             /* bytes of the block before the window */
    size_t   measured;            /* for converted text: */
    uint64_t offset;              /*   the file offset of the byte `measured` */
};

static inline struct place place_at_begin(const struct block *block)
{
    return (struct place){ .line = block->line, .offset = block->offset };
}

/* The line of window[at]. */
static inline uint64_t place_line(struct place *place, const struct block *block,
                                  size_t at)
{
    place->line += count_newlines(block->window + place->counted, at - place->counted);
    place->counted = at;
    return place->line;
}

/* Call this if no byte before window[at] that is not counted yet is a newline. */
static inline void place_skip_line(struct place *place, size_t at)
{
    place->counted = at;
}

/* The file offset of a byte of the window, which is at `offset` in the block. */
static inline uint64_t place_offset(struct place *place, const struct block *block,
                                    uint64_t offset)
{
    size_t to;

    if (block->text == SOURCE_BYTES)
        return block->offset + offset;
    to = (size_t)(offset - place->dropped);
    /* Messages of a log that are in pieces may end in another order than they begin. */
    if (__builtin_expect(to < place->measured, 0))
        return place->offset - source_extent(block->text, block->window + to,
                                             place->measured - to);
    place->offset += source_extent(block->text, block->window + place->measured,
                                   to - place->measured);
    place->measured = to;
    return place->offset;
}

/* Call this before window[0..len) is dropped. */
static inline void place_drop(struct place *place, const struct block *block, size_t len,
                              bool lines)
{
    if (lines) {
        if (place->counted < len)
            place_line(place, block, len);
        place->counted -= len;
    }
    if (block->text != SOURCE_BYTES) {
        if (place->measured < len)
            place_offset(place, block, place->dropped + len);
        place->measured -= len;
    }
    place->dropped += len;
}

#endif
