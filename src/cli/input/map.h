/* SPDX-License-Identifier: MIT */
#ifndef MAP_H
#define MAP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A file in memory where the system has it, so that nobody copies it.
 *
 * A page comes when somebody looks at it. Where it does not come, because the
 * file has become shorter or cannot be read, the system would end the command;
 * instead, zeros stand there and in all that follows, and map_is_cut() tells.
 * Nothing is found in zeros, and a URL that is cut there ends there. But what was
 * seen may be gone, or be something else, when it is looked at again.
 */
struct map {
    const char *bytes;            /* bytes[0..len) */
    size_t      len;
    size_t      forgotten;        /* bytes[0..forgotten) are, for who has the turn */

    struct {
        int            fd;
        uint64_t       end;       /* of the bytes, in the file */
        char          *pages;     /* those that hold the bytes, */
        size_t         size;      /* so many bytes */
        struct region *region;    /* what is known of them for SIGBUS */
        const _Atomic uintptr_t *lost; /* there: the first byte of the lowest
                                     page that did not come */
    } internal;
};

/* Before any map is opened, and any thread started that looks at one. */
void map_begin(void);

/* The bytes [place..end) of the file. False if that cannot be; they are to be
   read then. `fd` has to stay open. */
bool map_open(struct map *map, int fd, uint64_t place, uint64_t end);

/* The pages of bytes[from..to) do not have to be in memory any more. It is no error to
   look at them, or at what else they hold: they come again. Threads may call it at the
   same time. */
void map_forget(struct map *map, size_t from, size_t to);

/* Whether some of bytes[0..len) did not come. */
static inline bool map_is_cut(const struct map *map, size_t len)
{
    return *map->internal.lost < (uintptr_t)map->bytes + len;
}

/* Whether bytes[at], a zero, is after the last byte that the file has by now: zeros
   stand there to the end of the page. */
bool map_ends_before(const struct map *map, size_t at);

/* Why bytes[0..len) are not what the file held when it was opened: it has become
   shorter, which is looked for where a page did not come and after the `last` byte, or
   a page cannot be read. NULL: they are. */
const char *map_error(const struct map *map, size_t len, bool last);

void map_close(struct map *map);

#endif
