/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/walk/walk.h"

#include <errno.h>
#include <fnmatch.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/base/interrupt.h"

void walk_begin(struct walk *walk)
{
    memset(&walk->internal, 0, sizeof walk->internal);
}

void walk_leave_out(struct walk *walk, int fd)
{
    struct stat st;

    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return;
    walk->internal.output[walk->internal.output_count].dev = st.st_dev;
    walk->internal.output[walk->internal.output_count].ino = st.st_ino;
    walk->internal.output_count++;
}

static bool is_output(const struct walk *walk, const struct stat *st)
{
    for (size_t i = 0; i < walk->internal.output_count; i++)
        if (walk->internal.output[i].dev == st->st_dev
            && walk->internal.output[i].ino == st->st_ino)
            return true;
    return false;
}

static bool matches(const struct texts *globs, const char *name)
{
    for (size_t i = 0; i < globs->count; i++)
        if (fnmatch(globs->text[i], name, 0) == 0)
            return true;
    return false;
}

/* Whether a file or directory that was found is left out. */
static bool is_left_out(const struct walk *walk, const FTSENT *entry)
{
    const char *const name = entry->fts_name;

    return name[0] == '.' || matches(walk->exclude, name)
        || (entry->fts_info == FTS_F && walk->include->count > 0
            && !matches(walk->include, name));
}

/* A name that was found outlives the walk. Under the default operand it is written
   without "./", as grep does. */
static void set_found(struct walk_file *file, const struct walk *walk, const FTSENT *entry)
{
    const char *const path = entry->fts_path
        + (walk->is_default && entry->fts_level > FTS_ROOTLEVEL ? 2 : 0);

    file->found = mem_copy_text(path);
    file->name = file->found;
}

static void set_error(struct walk_file *file, const char *error)
{
    snprintf(file->error, sizeof file->error, "%s", error);
}

/* Takes what fts_read() returned. Returns false if it is neither a file to read nor an
   error. */
static bool take(struct walk *walk, struct walk_file *file, FTSENT *entry,
                 const char *operand)
{
    FTS *const fts = walk->internal.fts;
    const bool is_operand = entry->fts_level == FTS_ROOTLEVEL;

    switch (entry->fts_info) {
    case FTS_D:
        if (!is_operand && is_left_out(walk, entry))
            fts_set(fts, entry, FTS_SKIP);
        return false;
    case FTS_DNR:
    case FTS_ERR:
        set_found(file, walk, entry);
        set_error(file, strerror(entry->fts_errno));
        return true;
    case FTS_DC:
        set_found(file, walk, entry);
        set_error(file, "a directory that contains itself");
        return true;
    case FTS_DP:
        return false;
    default:
        break;
    }
    if (is_operand) {             /* whatever it is; if it is missing, open() says so */
        file->name = operand;
        return true;
    }
    if ((entry->fts_info != FTS_F && entry->fts_info != FTS_NS)
        || is_left_out(walk, entry))
        return false;
    set_found(file, walk, entry);
    if (entry->fts_info == FTS_NS) {
        set_error(file, strerror(entry->fts_errno));
    } else if (is_output(walk, entry->fts_statp)) {
        set_error(file, "input file is also the output");
        file->skipped = true;
    }
    return true;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Begins to walk an operand. Returns false on error. */
static bool open_operand(struct walk *walk, char *operand)
{
    char *const roots[] = { operand, NULL };

    /* fchdir() would change the directory of all threads. */
    walk->internal.fts = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, by_name);
    return walk->internal.fts != NULL;
}

/* Gets the next file in the operand that is being walked. Returns false if there is none. */
static bool next_found(struct walk *walk, struct walk_file *file)
{
    const char *const operand = walk->operands[-1];
    FTSENT *entry;
    int error;

    while (errno = 0, !interrupted() && (entry = fts_read(walk->internal.fts)) != NULL)
        if (take(walk, file, entry, operand))
            return true;
    error = errno;
    walk_end(walk);
    if (error == 0 || interrupted())
        return false;
    file->name = operand;
    set_error(file, strerror(error));
    return true;
}

bool walk_next(struct walk *walk, struct walk_file *file)
{
    *file = (struct walk_file){ .name = NULL };
    walk->internal.count++;
    for (;;) {
        char *operand;

        if (walk->internal.fts && next_found(walk, file))
            return true;
        if (walk->operand_count == 0 || interrupted())
            break;
        operand = *walk->operands++;
        walk->operand_count--;
        if (walk->recursive && strcmp(operand, "-") != 0) {
            if (open_operand(walk, operand))
                continue;
            set_error(file, strerror(errno));
        }
        file->name = operand;
        return true;
    }
    walk->internal.count--;
    return false;
}

void walk_end(struct walk *walk)
{
    if (walk->internal.fts)
        fts_close(walk->internal.fts);
    walk->internal.fts = NULL;
}
