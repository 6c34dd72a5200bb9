/* SPDX-License-Identifier: MIT */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "cli/blocks/cut.h"
#include "cli/input/map.h"
#include "cli/input/source.h"
#include "cli/walk/walk.h"

/*
 * Files and streams cut into blocks that can be scanned independently (cut.h): the
 * URLs of a file are those of its blocks, in order.
 *
 * A block without a place to cut is open: its end is unknown when it is handed out. It
 * is scanned as a stream, with block_more(), until such a place is found. A token of any
 * length thus needs no more memory than the scan itself.
 *
 * Without threads, a file is one open block. Searching for the end of a block before
 * scanning it would defeat the system's read-ahead.
 *
 * Other processes may change the bytes of some windows at any time (map-block.c). What
 * is found in a window leaves it by a block_take_...(). That fails if input was lost; else the
 * result stays as it is.
 */

/* Allocated memory; empty at first. */
struct buffer {
    char  *text;
    size_t size;
};

void buffer_grow(struct buffer *buffer, size_t size);

/* Makes a buffer at least this large. */
static inline void buffer_reserve(struct buffer *buffer, size_t size)
{
    if (buffer->size < size)
        buffer_grow(buffer, size);
}

/* What a thread needs for one block at a time. */
struct block_memory {
    struct buffer window;
    struct buffer copy;           /* of what was taken, if its bytes may change */
    unsigned      thread;         /* the number of the thread, from 0 */
};

/* The size of `copy` at first. Few URLs are longer. */
#define BLOCK_COPY_LEAST ((size_t)4096)

/* A piece of a file. */
struct block {
    const char *window;           /* window[0..len) */
    size_t      len;
    bool        open;             /* the block continues after the window */

    const char *file;             /* as in struct source */
    const char *name;
    uint64_t    offset;           /* of its first byte in the file */
    enum source_text text;        /* the file's encoding; offsets are in the file */
    uint64_t    newlines;         /* in the block, if blocks.lines */
    uint64_t    line;             /* number of its first line: 1 in the first block,
                                     else set once all newlines before it are
                                     counted */

    bool        first;            /* of its file */
    bool        last;
    bool        unopened;         /* the file could not be opened at all, */
    enum source_skip skip;        /*   or is left out for this reason */
    char       *found;            /* in its last block: as in struct walk_file */
    const char *error;            /* why reading stopped early, or NULL */
    const char *warning;          /* about the file, in its last block; or NULL */
    char        message[SOURCE_MESSAGE]; /* storage for `error` */
    char        remark[SOURCE_MESSAGE];  /* storage for `warning` */
    bool        interrupted;      /* a signal ended it (interrupt.h): a URL at the end
                                     of the window may be incomplete */

    struct {
        struct blocks *blocks;
        struct block_memory *memory;
        const struct block_kind *kind; /* block-kind.h */
        struct map    *map;       /* what the window is part of: its bytes may change;
                                     or NULL */
        bool           broken_off; /* `error` ended it, and every URL that is certainly
                                     complete has been found */
        size_t         forgotten; /* the block's bytes of the map before this offset
                                     were given back to the system */

        /* The cached result of block_is_whole_at_zeros() for the map's
           bytes[looked_from..stop), none of which ends every URL. */
        size_t         looked_from;
        size_t         stop;      /* the next byte that does, or the end of the window */
        bool           stops_at_end; /* `stop` is the end of the window */
        bool           is_whole;  /* the result */
    } internal;
};

struct blocks {
    struct walk *walk;            /* the files */
    bool   threads;               /* several blocks are scanned at the same time */
    bool   steady;                /* the bytes of windows never change, so that a scan can
                                     read them more than once; else only what is taken
                                     stays as it is */
    bool   lines;                 /* newlines are to be counted */
    struct cut_rule cut;
    bool   first_uncut;           /* the first block of a file is not cut before
                                     block_cut_at(), because its bytes decide where */
    size_t block_size;            /* the largest size of a block that is cut */
    size_t window_max;            /* the largest window of an open block */
    uint64_t max_window;          /* for decompression: source_open() */

    struct {
        bool          reading;    /* `source` is open */
        struct source source;
        char         *found;      /* as in struct walk_file */
        const struct block_kind *kind; /* of the file's blocks */
        struct map   *map;        /* of all of the file, or NULL */
        uint64_t      offset;     /* of the next byte */
        char         *rest;       /* bytes read after the last cut */
        size_t        rest_len;
        struct buffer long_copy;  /* of a URL longer than a block. Such a block is open,
                                     and only one thread has one at a time (pool.h) */
    } internal;
};

/* The caller sets all members but `internal`. */
void blocks_open(struct blocks *blocks);

/* Gets the next block, which needs the memory until it has been scanned. Returns false
   if there is none. */
bool blocks_next(struct blocks *blocks, struct block *block,
                 struct block_memory *memory);

void blocks_close(struct blocks *blocks);

void block_memory_open(struct block_memory *memory, const struct blocks *blocks,
                       unsigned thread);

/* Shrinks the window of an open block to what any block needs. */
void block_memory_trim(struct block_memory *memory, const struct blocks *blocks);

void block_memory_close(struct block_memory *memory);

/* The number of the thread that scans the block. */
static inline unsigned block_thread(const struct block *block)
{
    return block->internal.memory->thread;
}

/* Whether the window of an open block is as large as it may be. */
static inline bool block_is_full(const struct block *block)
{
    return block->len >= block->internal.blocks->window_max;
}

/* Removes window[0..len). */
void block_drop(struct block *block, size_t len);

/* Whether block_more() can be called: what is at the end of the window may be incomplete. */
static inline bool block_goes_on(const struct block *block)
{
    return block->open || (block->error && !block->internal.broken_off);
}

/* Appends more of an open block to its window, which must not be full. If an input error has
   ended the block, nothing is appended: after the call the block no longer goes on, and
   block_has_url() reports a URL at the end of the window as incomplete. */
void block_more(struct block *block);

/* Sets where the file may be cut, in its first block, if blocks.first_uncut. */
void block_cut_at(struct block *block, enum cut_place place);

/* Whether the block could be cut after window[from]: then whatever ends at `from` does not
   depend on what follows the window. */
bool block_is_cuttable(const struct block *block, size_t from);

/* Counts the newlines of the window, if blocks.lines; block_more() counts those that
   it adds. Threads may call it at the same time, each for its own block. */
void block_count_newlines(struct block *block);

bool block_is_whole_at_zeros(struct block *block, size_t end);

/* Whether a URL, window[from..from + len), is whole: enough for one that is only counted. It
   may be incomplete where the input ends early: at an error, or because a file was
   truncated. */
static inline bool block_has_url(struct block *block, size_t from, size_t len)
{
    const size_t end = from + len;

    if (block->internal.broken_off && !block_is_cuttable(block, end))
        return false;
    if (!block->internal.map)
        return true;
    if (end < block->len) {
        const unsigned char byte = (unsigned char)block->window[end];

        /* Most URLs are followed by one of these (cut_stops_url()). */
        if (byte == '"' ? block->internal.blocks->cut.quotes
                        : byte > '\0' && byte <= ' ')
            return true;
    }
    return block_is_whole_at_zeros(block, end);
}

const char *block_copy(struct block *block, size_t from, size_t len, size_t *readable);
bool block_is_lost(const struct block *block, size_t end);

/* Takes a URL, window[from..from + len). Returns its bytes, which stay as they are until the
   next call for this block, or until it is moved on. `readable` is how many bytes can be read
   there. If the window has the URL encoded, `decoded` is what the caller has decoded from it,
   and the result; else NULL. Returns NULL if input was lost: bytes of the URL, or what may have
   continued it. */
static inline const char *block_take_url(struct block *block, size_t from, size_t len,
                                         const struct buffer *decoded, size_t *readable)
{
    if (!block_has_url(block, from, len))
        return NULL;
    if (decoded) {
        *readable = decoded->size;
        return block_is_lost(block, from + len) ? NULL : decoded->text;
    }
    if (block->internal.map)
        return block_copy(block, from, len, readable);
    *readable = block->len - from;
    return block->window + from;
}

/* Takes the lines in window[from..from + len), like block_take_url(). The last line ending is
   not included, but if the file is mapped, its first byte is copied as well: a zero there means
   that the file was truncated. */
static inline const char *block_take_lines(struct block *block, size_t from, size_t len,
                                           size_t *readable)
{
    if (block->internal.map)
        return block_copy(block, from, len + (from + len < block->len), readable);
    *readable = block->len - from;
    return block->window + from;
}

/* Returns room for a copy of a URL. If it is longer than a block, only one thread needs
   that at a time; else `own` is used, a buffer of this thread. */
struct buffer *block_room(struct block *block, struct buffer *own, size_t len);

/* Ends this block and all blocks before it; threads call it in the order of the blocks.
   `error` is final only after this call; later blocks may have the same error. */
void block_end(struct block *block);

#endif
