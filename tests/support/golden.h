/* SPDX-License-Identifier: MIT
 *
 * Reads golden files, those of tests/golden or of $GOLDEN_DIR, line by line:
 *
 *     struct golden_reader reader = golden_open("*.txt");
 *     char *line;
 *
 *     while (golden_next_file(&reader))
 *         while ((line = golden_next_line(&reader)) != NULL)
 *             reader.cases++;
 *
 * The program ends with an error if a file cannot be read or has no case.
 */
#ifndef LOCUS_TESTS_GOLDEN_H
#define LOCUS_TESTS_GOLDEN_H

#include <errno.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct golden_reader {
    const char *file;              /* its name */
    unsigned line;                 /* counted from 1 */
    size_t cases;                  /* of all files; the caller counts them */

    glob_t paths;
    size_t next;                   /* the index of the next path */
    size_t cases_before;           /* in the files before this one */
    FILE *stream;
    char *text;
    size_t size;
};

static inline _Noreturn void golden_fail(const struct golden_reader *reader,
                                         const char *what)
{
    fprintf(stderr, "%s:%u: %s\n", reader->file, reader->line, what);
    exit(EXIT_FAILURE);
}

/* Lists the files whose names match the pattern of glob(), in the order of their names. */
static inline struct golden_reader golden_open(const char *pattern)
{
    const char *folder = getenv("GOLDEN_DIR");
    struct golden_reader reader = { .file = NULL };
    char path[4096];
    const int len = snprintf(path, sizeof path, "%s/%s",
                             folder ? folder : "tests/golden", pattern);

    if (len >= (int)sizeof path
        || glob(path, GLOB_ERR, NULL, &reader.paths) != 0) {
        fprintf(stderr, "%s: no golden file\n", path);
        exit(EXIT_FAILURE);
    }
    return reader;
}

/* Opens the next file; false after the last one. */
static inline bool golden_next_file(struct golden_reader *reader)
{
    const char *path;

    if (reader->stream) {
        if (reader->cases == reader->cases_before)
            golden_fail(reader, "no case");
        fclose(reader->stream);
    }
    if (reader->next == reader->paths.gl_pathc) {
        globfree(&reader->paths);
        free(reader->text);
        return false;
    }
    path = reader->paths.gl_pathv[reader->next++];
    reader->file = strrchr(path, '/') + 1;
    reader->line = 0;
    reader->cases_before = reader->cases;
    reader->stream = fopen(path, "r");
    if (!reader->stream)
        golden_fail(reader, strerror(errno));
    return true;
}

/* The next line of this file that is neither blank nor a comment, without its newline;
   NULL after the last one. Valid until the next call. */
static inline char *golden_next_line(struct golden_reader *reader)
{
    ssize_t len;

    while ((len = getline(&reader->text, &reader->size, reader->stream)) > 0) {
        char *const text = reader->text;
        const char *begin = text + strspn(text, " \t");

        reader->line++;
        if (text[len - 1] == '\n')
            text[--len] = '\0';
        if (strlen(text) != (size_t)len)
            golden_fail(reader, "a NUL");
        if (*begin != '\0' && *begin != '#')
            return text;
    }
    if (!feof(reader->stream))
        golden_fail(reader, strerror(errno));
    return NULL;
}

#endif
