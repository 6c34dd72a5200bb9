/* SPDX-License-Identifier: MIT */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "cli/input/map.h"
#include "cli/input/source.h"

/*
 * Files and streams cut into blocks that can be scanned independently: the URLs of
 * a file are those of its blocks, in order.
 *
 * A block is cut just after a byte that ends every URL of every grammar in every
 * context: a control, a space, '"', "<" or ">". In the grammar of RFC 1630 a URL may
 * contain '"', so there '"' is not a place to cut.
 *   - Nothing that began before the cut continues after it. The grammar's machine
 *     stops at such a byte, and so does the machine for prose (hard_stop in
 *     grammar/prose/unquoted.rl).
 *   - A URL after the cut does not depend on the bytes before it. The byte cannot be
 *     part of a scheme, so a scheme after the cut also begins after it.
 *   - Whether "//" follows a ":" is known before the cut, as the byte is not "/".
 * This rule must not be used for a grammar or a context in which a URL may continue
 * after one of these bytes.
 *
 * locus_wrapped is such a context: its URLs continue after white space and quote
 * marks, and the start of each line matters. It is cut after a line feed at which no
 * "<" is open. A wrapper is closed by a ">" that follows other text on its line
 * (grammar/contexts/wrapped.rl), and it is never longer than LOCUS_MAX_WRAPPED.
 *
 * In locus_text and locus_json, a URL depends on what precedes it on its line. These
 * contexts are cut after a line feed or a NUL, which reset the prose machines.
 *
 * In locus_json_raw the rule holds: such a byte may end an escape, but is never
 * inside one.
 *
 * A block without any of these bytes is open: its end is unknown when it is handed
 * out. It is scanned as a stream, with blocks_more(), until such a byte arrives. A
 * token of any length thus needs no more memory than the scan itself.
 *
 * Without threads, a file is one open block. Searching for the end of a block before
 * scanning it would defeat the system's read-ahead.
 *
 * A large file that needs no conversion is mapped and scanned in place (map.h).
 * Smaller files, pipes and decompressed data are read into a buffer.
 */

/* Holds a block that is read, not mapped. */
struct buffer {
    char  *text;
    size_t size;                  /* at least block_size */
};

/* A piece of a file. */
struct block {
    const char *window;           /* window[0..len) */
    size_t      len;
    bool        open;             /* the block continues after the window */

    const char *file;             /* as in struct source */
    const char *name;
    uint64_t    offset;           /* of its first byte in the file */
    enum source_text text;        /* the file's encoding; offsets are in the file */
    uint64_t    newlines;         /* in the block; blocks_count_newlines() */
    uint64_t    line;             /* number of its first line: 1 in the first block,
                                     else set once all newlines before it are
                                     counted */

    bool        first;            /* of its file */
    bool        last;
    bool        unopened;         /* the file could not be opened at all */
    const char *error;            /* why reading stopped early, or NULL */
    const char *warning;          /* about the file, in its last block; or NULL */
    char        message[SOURCE_MESSAGE]; /* storage for `error` */
    char        remark[SOURCE_MESSAGE];  /* storage for `warning` */
    bool        interrupted;      /* a signal ended it (interrupt.h): a URL at the end
                                     of the window may be incomplete */

    struct {
        struct buffer *buffer;    /* that it was read into, */
        struct map    *map;       /* or the map that it is part of; freed with the
                                     `last` block */
        size_t         forgotten; /* the block's bytes of the map before this offset
                                     were given back to the system */

        /* The cached result of block_breaks_off() for the map's
           bytes[looked_from..stop). */
        size_t         looked_from; /* no byte from here.. */
        size_t         stop;      /* ..to here ends every URL; this one does, */
        bool           stops_at_end; /* unless it is where the window ended */
        bool           breaks_off; /* the result */
    } internal;
};

struct blocks {
    char **operands;              /* not opened yet */
    int    operand_count;
    bool   threads;               /* several blocks are scanned at the same time */
    bool   map;                   /* files may be mapped */
    bool   cut_at_quotes;         /* '"' is a place to cut, too */
    bool   lines;                 /* newlines are to be counted */
    bool   wrapped;               /* the context is locus_wrapped */
    bool   prose;                 /* the context is locus_text or locus_json */
    size_t block_size;            /* the largest size of a block that is cut */
    size_t window_max;            /* the largest window of an open block */
    uint64_t max_window;          /* for decompression: source_open() */

    struct {
        bool          reading;    /* `source` is open */
        struct source source;
        struct map   *map;        /* of all of it, or NULL */
        uint64_t      offset;     /* of the next byte */
        char         *rest;       /* bytes read after the last cut */
        size_t        rest_len;
    } internal;
};

/* The caller sets all members but `internal`. */
void blocks_open(struct blocks *blocks);

/* Gets the next block, which needs the buffer until it has been scanned. Returns
   false if there is none. */
bool blocks_next(struct blocks *blocks, struct block *block,
                 struct buffer *buffer);

/* Whether the window is mapped: other processes may change its bytes at any time. */
static inline bool block_is_shared(const struct block *block)
{
    return block->internal.map != NULL;
}

/* Whether some of window[0..len) are lost by now (map.h). */
static inline bool block_is_cut(const struct block *block, size_t len)
{
    const struct map *const map = block->internal.map;

    return map && map_is_cut(map, (size_t)(block->window + len - map->bytes));
}

/* Whether a mapped file breaks off after window[0..end) before any byte that ends
   every URL, because it was truncated or could not be read. For a file that is not
   mapped this is false; block.error reports it. */
bool block_breaks_off_at_zeros(const struct blocks *blocks, struct block *block,
                               size_t end);

static inline bool block_breaks_off(const struct blocks *blocks, struct block *block,
                                    size_t end)
{
    if (!block_is_shared(block))
        return false;
    if (end < block->len) {
        const char byte = block->window[end];

        /* Most URLs are followed by one of these. */
        if (byte == ' ' || byte == '\n' || (byte == '"' && blocks->cut_at_quotes))
            return false;
    }
    return block_breaks_off_at_zeros(blocks, block, end);
}

/* Copies window[from..from + len) of a shared block, and gives the pages of the
   original back to the system, so that a long URL is not in memory twice. */
void block_copy(const struct block *block, char *to, size_t from, size_t len);

/* Removes window[0..len). */
void blocks_drop(struct block *block, size_t len);

/* Appends more of an open block to its window, which must be shorter than
   window_max. */
void blocks_more(struct blocks *blocks, struct block *block);

/* Counts the newlines of the window, if blocks.lines; blocks_more() counts those that
   it adds. Threads may call it at the same time, each for its own block. */
void blocks_count_newlines(const struct blocks *blocks, struct block *block);

/* Releases this block and all blocks before it; threads call it in the order of the
   blocks. `error` is final only after this call; later blocks may have the same
   error. */
void blocks_end(struct block *block);

void blocks_close(struct blocks *blocks);

/* The number of newlines in text[0..len). */
uint64_t count_newlines(const char *text, size_t len);

#endif
