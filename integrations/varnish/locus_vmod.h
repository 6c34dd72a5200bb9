/* SPDX-License-Identifier: MIT
 *
 * Declarations shared by the functions of the VMOD.
 */
#ifndef LOCUS_VMOD_H
#define LOCUS_VMOD_H

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <cache/cache.h>

#include <locus.h>
#include <locus/schemes.h>

#include "vcc_locus_if.h"

/* Arguments */

/* The grammar that an argument names. */
const struct locus_grammar *vmod_grammar(VCL_ENUM name);

/* A list of names in an argument, separated by commas and white space. */
struct vmod_names {
    const char *list;
    const char *at;                /* the rest; after -1 the byte that is not allowed */
    const char *end;
    struct locus_slice name;       /* without its "*" */
    int is_prefix;                 /* a "*" follows the name */
};

void vmod_names_begin(struct vmod_names *names, const char *list);

/* Gets the next name. Returns 1, 0 if there are no more, or -1 if a "*" is not the last
   byte of its name. */
int vmod_names_next(struct vmod_names *names);

/* The workspace */

/* All that is left of the workspace, while one text after the other is written to it. */
struct vmod_workspace {
    char *begin;
    char *at;                      /* the next text goes here */
    char *end;
};

/* Reserves the workspace; one of the three functions below releases it. */
void vmod_workspace_open(VRT_CTX, struct vmod_workspace *space);

/* Gives it back. */
void vmod_workspace_close(VRT_CTX);

/* Gives it back, except for the text at space->at, after which it writes a NUL. The text
   becomes the first one in the reservation. */
VCL_STRING vmod_workspace_keep(VRT_CTX, struct vmod_workspace *space, size_t len);

/* Gives it back and fails the request: the workspace is too small. */
VCL_STRING vmod_workspace_overflow(VRT_CTX, const char *function);

/* How many bytes a text may have, with room for a NUL after it. */
static inline size_t vmod_workspace_left(const struct vmod_workspace *space)
{
    return space->at < space->end ? (size_t)(space->end - space->at) - 1 : 0;
}

/* Gets memory for `count` objects of `size` bytes, which must be aligned for a pointer;
   NULL if there is too little. */
void *vmod_workspace_take(struct vmod_workspace *space, size_t count, size_t size);

#endif
