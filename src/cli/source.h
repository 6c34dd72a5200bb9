/* SPDX-License-Identifier: MIT */
#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "map.h"

/*
 * Bytes from a file or from standard input. What is compressed, by its first
 * bytes or by its name, can be read as what it holds.
 */
struct source {
    const char *file;             /* the operand; NULL for standard input */
    const char *name;             /* the same for people */
    const char *error;            /* why a call failed */

    struct {
        int   fd;
        bool  fd_end;             /* nothing more comes from it */
        enum {
            SOURCE_PLAIN,
            SOURCE_GZIP,
            SOURCE_ZSTD
        } coding;
        uint64_t max_window;
        void *decoder;            /* of zlib or libzstd */
        bool  in_frame;           /* a gzip member or zstd frame has begun, or
                                     has to, and did not end */
        unsigned char *in;        /* in[head..tail) came from fd and is still
                                     to be used */
        size_t head;
        size_t tail;
        bool     regular;         /* a plain file, whose size is known: */
        uint64_t place;           /* of what source_read() gives next */
        uint64_t size;            /* when it was opened */
    } internal;
};

/* `operand` "-" is standard input. What is compressed is decompressed if that needs
   a window of up to so many bytes; with 0 it is read as it is. False on error. Call
   source_close() in either case. */
bool source_open(struct source *source, const char *operand, uint64_t max_window);

/* Up to `size` bytes, as soon as there are any. 0 is the end, -1 an error; what
   could be read before the error has been returned by then. */
ptrdiff_t source_read(struct source *source, char *buffer, size_t size);

/* Whether source_read() would return at once. */
bool source_is_ready(const struct source *source);

void source_close(struct source *source);

/* Puts the rest of a file that is read as it is into memory, if it has at least
   so many bytes; source_read() gives nothing more of it then. NULL if not. Where
   it is not looked at `in_order`, only if the system has it there already: else to
   read it is faster. The map has to be closed before fd is, and freed. */
struct map *source_map(struct source *source, size_t least, bool in_order);

/* source_close() that leaves fd open if it would close it, and then returns it;
   else -1. */
int source_detach(struct source *source);

/* The bytes of a file that reading this operand takes. False if nobody can
   know that before. */
bool source_size(const char *operand, uint64_t *size);

#endif
