/* SPDX-License-Identifier: MIT */
#ifndef ITEMS_H
#define ITEMS_H

#include "cli/input/source.h"

/*
 * The lines of a source, or what stands between NULs, of any length.
 */
struct items {
    struct source source;
    bool    null;                 /* NUL ends an item; else newline, or CR and
                                     newline */
    bool    end;                  /* the source has no more */
    bool    cut;                  /* and an error in the middle of an item, which
                                     is left out */
    char   *window;               /* window[head..tail) is still to be given */
    size_t  size;
    size_t  head;
    size_t  tail;
};

/* Call items_close() after either result. */
bool items_open(struct items *items, const char *operand, bool null);

/* The next item, without what ends it; it lasts until the next call. The last
   one may lack its end, but not before an error. False if there is none; source.error
   tells whether that is the end or an error. */
bool items_next(struct items *items, const char **text, size_t *len);

/* Says on standard error what source_warning() has to say. */
void items_warn(struct items *items);

void items_close(struct items *items);

/* What is done with each item; `unit` is what is counted from 1: items or
   lines. */
typedef void item_use(void *context, const char *unit, uint64_t number,
                      const char *text, size_t len);

/* Every operand, and where it is "-" every item of standard input. False, and
   said on standard error, if that could not be read. */
bool items_each(char **operands, int operand_count, bool null, item_use *use,
                void *context);

#endif
