/* SPDX-License-Identifier: MIT */
#ifndef ROOM_H
#define ROOM_H

#include <stdlib.h>

#include "cli/cli.h"

/*
 * What a thread needs for records: memory for values that are not slices of the input, one
 * of each kind at a time, and the memory of PCRE2.
 */
enum room_use {
    ROOM_FIELD,                   /* a field of a log line, without its escapes */
    ROOM_DECODED,                 /* a percent-decoded value, */
    ROOM_NORMAL,                  /* one in normal form, */
    ROOM_SHAPE,                   /* the shape of a path, */
    ROOM_HOST,                    /* a host as that of a reference, */
    ROOM_DOMAIN,                  /* and its domain */
    ROOM_LIST,                    /* the keys of a query, */
    ROOM_LOWER,                   /* a value in lower case */
    ROOM_COUNT
};

/* Records for which a pattern of --where reached a limit. */
struct undecided {
    uint64_t count;
    uint64_t line;                /* of the first one, */
    uint64_t offset;
    int      error;               /* and why: an error of PCRE2 */
};

/* All zeros at first. */
struct room {
    char  *text[ROOM_COUNT];
    size_t size[ROOM_COUNT];
    struct domain_slot *domains;  /* cli/views/domain.h */
    struct pattern_memory *patterns; /* cli/conditions/pattern.h */
    struct undecided undecided;
};

/* Returns at least `size` bytes, until the next call for the same use. */
static inline char *room_for(struct room *room, enum room_use use, size_t size)
{
    if (room->size[use] <= size) {
        room->text[use] = mem_resize(room->text[use], size + 1);
        room->size[use] = size + 1;
    }
    return room->text[use];
}

void room_free(struct room *room);

#endif
