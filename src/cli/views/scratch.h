/* SPDX-License-Identifier: MIT */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <stdlib.h>

#include "cli/cli.h"

/*
 * What a thread needs for records: memory for values that are not slices of the input, one
 * of each kind at a time, and the memory of PCRE2.
 */
enum scratch_use {
    SCRATCH_FIELD,                /* a field of a log line, without its escapes */
    SCRATCH_DECODED,              /* a percent-decoded value, */
    SCRATCH_NORMAL,               /* one in normal form, */
    SCRATCH_SHAPE,                /* the shape of a path, */
    SCRATCH_HOST,                 /* a host as that of a reference, */
    SCRATCH_DOMAIN,               /* and its domain */
    SCRATCH_ADDRESS,              /* an address as a host */
    SCRATCH_LIST,                 /* the keys of a query, */
    SCRATCH_LOWER,                /* a value in lower case */
    SCRATCH_COUNT
};

/* A value: a slice of the input, or in scratch memory. */
struct value_text {
    const char *at;
    size_t      len;
};

/* All zeros at first. */
struct scratch {
    char  *text[SCRATCH_COUNT];
    size_t size[SCRATCH_COUNT];
    struct domain_slot *domains;  /* domain.h */
    struct pattern_memory *patterns; /* cli/values/pattern.h */
    struct undecided *undecided;  /* cli/conditions/undecided-records.h; of a scan */
};

/* Returns at least `size` bytes, until the next call for the same use. */
static inline char *scratch_for(struct scratch *scratch, enum scratch_use use, size_t size)
{
    if (scratch->size[use] <= size) {
        scratch->text[use] = mem_resize(scratch->text[use], size + 1);
        scratch->size[use] = size + 1;
    }
    return scratch->text[use];
}

void scratch_free(struct scratch *scratch);

#endif
