/* SPDX-License-Identifier: MIT */
#ifndef TRANSFORM_H
#define TRANSFORM_H

#include "options.h"

/*
 * What encode, decode, build and edit have in common: each item becomes a text,
 * or an error and an empty line, so that output and input go side by side.
 */
struct transform {
    const struct options *options;
    /* As the functions of locus.h that write: 0, or an error that the report
       tells the place of. */
    int (*write)(void *state, char *buf, size_t size, size_t *len,
                 const char *text, size_t text_len,
                 struct locus_report *report);
    void  *state;
    char  *buf;
    size_t size;
    int    status;                /* enum status */
};

/* All items: the operands, or what standard input holds. Returns an enum
   status. */
int transform_all(struct transform *transform);

/* One; `unit` is what is counted. `text` is NULL where there is no input. */
void transform_item(void *transform, const char *unit, uint64_t number,
                    const char *text, size_t len);

/* The components that are no parts have names of the command's own. Returns
   LOCUS_ERROR_ABSENT where there is none of that name. */
int component_from_name(const char *name, size_t len);
const char *component_name(int component);

#endif
