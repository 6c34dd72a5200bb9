/* SPDX-License-Identifier: MIT */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "cli/input/source.h"

/*
 * Files and streams cut into blocks, each of which can be scanned on its own:
 * the URLs of the blocks of a file, one after the other, are those of the file.
 *
 * That holds because a block is cut just after a byte at which every URL of
 * every grammar stops, in every context: a control, a space, '"', "<", ">". But
 * in RFC 1630 a '"' may stand in a URL, and so nothing is cut there.
 *   - Nothing that began before the cut goes on after it. The machine of the
 *     grammar stops at such a byte, and so does that of a text (hard_stop in
 *     grammar/prose/unquoted.rl).
 *   - What precedes a URL does not matter beyond the cut either. The byte is
 *     none of a scheme, so that one after it begins after it.
 *   - Whether "//" stands after a ":" is known before the cut: the byte is no
 *     "/".
 * A grammar or a context in which a URL goes on after one of these bytes must
 * not be cut by this rule.
 *
 * One such is locus_wrapped, in which URLs go on after white space and quote marks,
 * and it matters what a line begins with. It is cut after a line feed before which no
 * "<" is open: the ">" of a line that has something else before it ends every wrapper
 * (grammar/contexts/wrapped.rl), and so does a distance of LOCUS_MAX_WRAPPED.
 *
 * In locus_text and locus_json it matters what stands before a URL on its line. These
 * are cut after a line feed or a NUL, which resets all that the machines of prose know of it.
 *
 * In locus_json_raw the rule holds: an escape may end in such a byte, but then it
 * ends there, and none has one inside.
 *
 * A block without any of these bytes is open: its end is not known when it is
 * given out. It is scanned as a stream, with blocks_more(), until one comes.
 * So a token of any length takes no more memory than the scan itself needs.
 *
 * Without threads a file is one open block: to look for the end of a block before
 * all that precedes it would keep the system from reading ahead.
 *
 * A large file that is read as it is stands in memory (map.h), and is looked at
 * where it is. What is smaller, comes from a pipe or is decompressed is read into a
 * buffer.
 */

/* Where blocks are read into that are not in memory yet. */
struct buffer {
    char  *text;
    size_t size;                  /* block_size at least */
};

/* A piece of a file. */
struct block {
    const char *window;           /* window[0..len) */
    size_t      len;
    bool        open;             /* the block goes on after the window */

    const char *file;             /* as in struct source */
    const char *name;
    uint64_t    offset;           /* of its first byte in the file */
    enum source_text text;        /* what the file holds, whose places these are */
    uint64_t    newlines;         /* in it; blocks_count_newlines() */
    uint64_t    line;             /* that it begins on, for the one who knows
                                     the newlines before it; 1 in the first */

    bool        first;            /* of its file */
    bool        last;
    bool        unopened;         /* the file could not be opened at all */
    const char *error;            /* what kept more from being read, or NULL */
    const char *warning;          /* of the last: about the file, or NULL */
    char        message[SOURCE_MESSAGE]; /* where `error` may stand, */
    char        remark[SOURCE_MESSAGE];  /* and `warning` */
    bool        interrupted;      /* a signal did (interrupt.h): what the window
                                     ends in may go on */

    struct {
        struct buffer *buffer;    /* it was read into this, */
        struct map    *map;       /* or is part of this; `last` is the last to
                                     need it, */
        size_t         forgotten; /* of which the block's bytes up to here are not
                                     in memory any more, */
        int            fd;        /* and this, unless -1 */

        /* What block_breaks_off() knows of the map's bytes[looked_from..stop): */
        size_t         looked_from; /* no URL need end in them, */
        size_t         stop;      /* but at this one, */
        bool           stops_at_end; /* which is only where the window ended; */
        bool           breaks_off; /* and what it says of them */
    } internal;
};

struct blocks {
    char **operands;              /* still to be opened */
    int    operand_count;
    bool   threads;               /* several blocks are scanned at a time */
    bool   map;                   /* files may be looked at where they are */
    bool   cut_at_quotes;         /* at '"' too */
    bool   lines;                 /* somebody asks for newlines */
    bool   wrapped;               /* the context is locus_wrapped, */
    bool   prose;                 /* or locus_text or locus_json */
    size_t block_size;            /* the largest that is cut */
    size_t window_max;            /* of an open block */
    uint64_t max_window;          /* of what is compressed: source_open() */

    struct {
        bool          reading;    /* `source` is open, */
        struct source source;
        struct map   *map;        /* and this, unless NULL, has all of it */
        uint64_t      offset;     /* of what comes next */
        char         *rest;       /* what was read after the last cut */
        size_t        rest_len;
    } internal;
};

/* All members are set but `internal`. */
void blocks_open(struct blocks *blocks);

/* The next block, which needs the buffer until it has been looked through. False
   if there is none. */
bool blocks_next(struct blocks *blocks, struct block *block,
                 struct buffer *buffer);

/* Whether others may change the window's bytes meanwhile, as those of a file that is
   looked at where it is; whether some of window[0..len) are gone by now. */
static inline bool block_is_shared(const struct block *block)
{
    return block->internal.map != NULL;
}

static inline bool block_is_cut(const struct block *block, size_t len)
{
    const struct map *const map = block->internal.map;

    return map && map_is_cut(map, (size_t)(block->window + len - map->bytes));
}

/* Whether a file that others may change breaks off in what follows window[0..end),
   before anything at which every URL ends: it has become shorter, or could not be
   read. Where it was read, block.error says so. */
bool block_breaks_off_at_zeros(const struct blocks *blocks, struct block *block,
                               size_t end);

static inline bool block_breaks_off(const struct blocks *blocks, struct block *block,
                                    size_t end)
{
    if (!block_is_shared(block))
        return false;
    if (end < block->len) {
        const char byte = block->window[end];

        /* What follows most URLs. */
        if (byte == ' ' || byte == '\n' || (byte == '"' && blocks->cut_at_quotes))
            return false;
    }
    return block_breaks_off_at_zeros(blocks, block, end);
}

/* Copies window[from..from + len) of a block that is shared. Where it is much, what
   stood there does not stay in memory: together they would take too much of it. */
void block_copy(const struct block *block, char *to, size_t from, size_t len);

/* Takes window[0..len) away. */
void blocks_drop(struct block *block, size_t len);

/* Puts more of an open block after what its window holds, less than window_max
   bytes. */
void blocks_more(struct blocks *blocks, struct block *block);

/* Counts what the window holds, if blocks.lines; blocks_more() does so, too.
   Threads may call it at the same time, each for its block. */
void blocks_count_newlines(const struct blocks *blocks, struct block *block);

/* Nobody needs this block any more, nor any before it: threads call it in the
   order of the blocks. Only now `error` is known for sure; the blocks
   after it may have the same. */
void blocks_end(struct block *block);

void blocks_close(struct blocks *blocks);

/* How many newlines there are in text[0..len). */
uint64_t count_newlines(const char *text, size_t len);

#endif
