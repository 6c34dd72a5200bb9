/* SPDX-License-Identifier: MIT */
#ifndef INPUT_FILE_H
#define INPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest message of an error, with its NUL. */
#define INPUT_MESSAGE 160

/* The message for a file that has become shorter. */
#define INPUT_TRUNCATED "the file was truncated while it was read"

/*
 * The bytes of an open file, as they are.
 */
struct input_file {
    int      fd;
    bool     end;                 /* it has ended */
    bool     regular;             /* a regular file, so that these are set: */
    bool     has_holes;
    uint64_t place;               /* the file offset of the next read() */
    uint64_t size;                /* when it was opened */
};

/* Notes the file's offset and its size, to detect truncation, and whether it has
   holes. A file with holes is not mapped: a file system in memory would allocate them
   permanently. */
void input_file_begin(struct input_file *file, int fd);

/* Reads up to `size` bytes. Returns 0 at the end; -1 on error, and the message. */
ptrdiff_t input_file_read(struct input_file *file, void *buffer, size_t size,
                          char message[INPUT_MESSAGE]);

#endif
