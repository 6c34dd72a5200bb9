/* SPDX-License-Identifier: MIT */
#ifndef ITEMS_H
#define ITEMS_H

#include "cli/input/source.h"

/*
 * The items of a source: its lines, or NUL-terminated strings, of any length unless `most`
 * is set.
 */
struct items {
    struct source source;
    bool    null;                 /* an item ends with NUL, else with LF or CRLF */
    bool    end;                  /* the source has ended */
    bool    cut;                  /* it ended with an error inside an item, which
                                     is left out */
    bool    too_long;             /* the item that items_next() returned is longer than
                                     `most`, and empty */
    uint64_t most;                /* the longest item, in bytes; 0: no limit. The caller may
                                     set this and `before_wait` */
    void  (*before_wait)(void);   /* called before a read that waits for input */
    char   *window;               /* window[head..tail) is not returned yet */
    size_t  size;
    size_t  head;
    size_t  tail;
};

/* Returns false on error. Call items_close() in either case. */
bool items_open(struct items *items, const char *operand, bool null);

/* The same for standard input without waiting for its first bytes: no byte order mark is
   detected. */
bool items_open_stream(struct items *items, bool null);

/* Gets the next item, without its terminator; it is valid until the next call. The
   last item may lack a terminator, but not if an error follows. Returns false if there
   is none; source.error distinguishes the end from an error. */
bool items_next(struct items *items, const char **text, size_t *len);

/* An item that items_next() returned, to be changed in place. */
static inline char *items_edit(const struct items *items, const char *text)
{
    return items->window + (text - items->window);
}

/* Reads until the window has at least `len` bytes, or the source ends. Returns whether it
   has them. */
bool items_have(struct items *items, size_t len);

/* Writes source_warning(), if any, to standard error. */
void items_warn(struct items *items);

void items_close(struct items *items);

/* Called for each item. `number` counts from 1; `unit` says what it counts, "item" or
   "line". */
typedef void item_use(void *context, const char *unit, uint64_t number,
                      const char *text, size_t len);

/* Calls `use` for every operand; for "-", for every item of standard input. If that
   cannot be read, reports it and returns false. */
bool items_each(char **operands, int operand_count, bool null, item_use *use,
                void *context);

#endif
