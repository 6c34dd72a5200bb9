/* SPDX-License-Identifier: MIT */
#ifndef WALK_H
#define WALK_H

#include <sys/types.h>

#include "cli/settings/settings.h"
#include "cli/unpack/input-file.h"

/*
 * The files to read: the operands and, with -r, the files in those that are directories.
 * The entries of a directory are in the order of their names, byte by byte, so that the
 * output does not depend on the file system.
 */

/* The most files that are output. */
enum { WALK_OUTPUTS = 2 };

struct walk {
    char *const *operands;        /* not begun yet */
    int    operand_count;
    bool   recursive;             /* -r */
    bool   is_default;            /* the only operand is "." because none was given */
    const struct texts *include;  /* globs; if there are any, a file must match one */
    const struct texts *exclude;  /* globs that no file or directory may match */

    struct {
        void    *fts;             /* of the operand that is being walked */
        uint64_t count;           /* results of walk_next() */
        struct { dev_t dev; ino_t ino; } output[WALK_OUTPUTS];
        size_t   output_count;
    } internal;
};

/* What walk_next() finds. */
struct walk_file {
    const char *name;
    char       *found;            /* not an operand: what to free when the name is not
                                     needed any more; else NULL */
    bool        skipped;          /* it is left out for a reason that is not an error: */
    char        error[INPUT_MESSAGE]; /* why it cannot be read; "": it is to be opened */
};

/* The caller sets all members but `internal`. */
void walk_begin(struct walk *walk);

/* No file that is found in a directory is read if it is this open file, the output.
   Call this at most WALK_OUTPUTS times. */
void walk_leave_out(struct walk *walk, int fd);

/* Gets the next file, or the next directory that cannot be read. Returns false if there
   is none, or after a signal (interrupt.h). */
bool walk_next(struct walk *walk, struct walk_file *file);

/* Whether there was no file at all. */
static inline bool walk_was_empty(const struct walk *walk)
{
    return walk->internal.count == 0;
}

void walk_end(struct walk *walk);

#endif
