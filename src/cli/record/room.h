/* SPDX-License-Identifier: MIT */
#ifndef ROOM_H
#define ROOM_H

#include <stdlib.h>

#include "cli/cli.h"

/*
 * Memory for values that are not slices of the input: one of each kind at a time.
 */
enum room_use {
    ROOM_FIELD,                   /* a field of a log line, without its escapes */
    ROOM_DECODED,                 /* a percent-decoded value, */
    ROOM_NORMAL,                  /* one in normal form, */
    ROOM_SHAPE,                   /* the shape of a path */
    ROOM_COUNT
};

struct room {
    char  *text[ROOM_COUNT];      /* all NULL at first */
    size_t size[ROOM_COUNT];
};

/* At least `size` bytes. */
static inline char *room_for(struct room *room, enum room_use use, size_t size)
{
    if (room->size[use] <= size) {
        room->text[use] = mem_resize(room->text[use], size + 1);
        room->size[use] = size + 1;
    }
    return room->text[use];
}

static inline void room_free(struct room *room)
{
    for (int use = 0; use < ROOM_COUNT; use++)
        free(room->text[use]);
}

#endif
