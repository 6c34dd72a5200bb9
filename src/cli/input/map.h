/* SPDX-License-Identifier: MIT */
#ifndef MAP_H
#define MAP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/input/source.h"

/*
 * A file mapped into memory, which saves a copy.
 *
 * A page is loaded on first access. If that fails, because the file was truncated or
 * cannot be read, the system sends SIGBUS. The handler then replaces this page and all
 * that follow by zeros, and map_is_cut() reports it. Zeros contain no URL, and end a
 * URL before them. But bytes that were read once may be different, or lost, when they
 * are read again.
 */
struct map {
    const char *bytes;            /* bytes[0..len) */
    size_t      len;
    size_t      forgotten;        /* bytes[0..forgotten) are given back to the system;
                                     for the thread whose turn it is */

    struct {
        int            fd;
        bool           owned;     /* fd is to be closed: not standard input */
        uint64_t       end;       /* the file offset of the end of `bytes` */
        char          *pages;     /* the pages that hold `bytes` */
        size_t         size;      /* of `pages`, in bytes */
        struct region *region;    /* the pages' entry for the SIGBUS handler */
        const _Atomic uintptr_t *lost; /* in `region`: the address of the lowest page
                                     that could not be loaded */
    } internal;
};

/* Call this before a map is opened, and before a thread is started that reads one. */
void map_begin(void);

/* Maps the rest of a file that is neither compressed nor converted, if it has at
   least `least` bytes; source_read() then returns no more of it, and the map takes over
   its descriptor. Returns NULL if the file is not mapped; read it then. Unless it will be
   scanned `in_order`, it is mapped only if it is already in the system's cache; else
   reading it is faster. */
struct map *map_source(struct source *source, size_t least, bool in_order);

/* Gives the pages of bytes[from..to) back to the system. Their bytes can still be
   accessed; the pages are then loaded again. Threads may call it at the same time. */
void map_forget(struct map *map, size_t from, size_t to);

/* Whether some of bytes[0..len) could not be loaded. */
static inline bool map_is_cut(const struct map *map, size_t len)
{
    return *map->internal.lost < (uintptr_t)map->bytes + len;
}

/* Whether bytes[at], which is a zero, is past the current end of the file. The page is
   filled with zeros from there. */
bool map_ends_before(const struct map *map, size_t at);

/* Returns why bytes[0..len) are not the file's original content, or NULL if they are.
   Either the file was truncated or a page cannot be read. Truncation is checked for
   only if a page could not be loaded or if these are the `last` bytes. */
const char *map_error(const struct map *map, size_t len, bool last);

/* Closes the file, too, and frees the map. */
void map_close(struct map *map);

#endif
