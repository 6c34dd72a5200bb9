/* SPDX-License-Identifier: MIT */
#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/decompress/codings.h"
#include "cli/input/map.h"
#include "cli/input/utf16.h"

/* The longest message of an error, with its NUL. */
#define SOURCE_MESSAGE 160

/* The message for a file that has become shorter. */
#define SOURCE_TRUNCATED "the file was truncated while it was read"

/*
 * Bytes from a file or from standard input. What is compressed, by its first bytes or
 * by its name, can be read as what it holds; and what begins with a byte order mark as
 * the text after it, in UTF-8.
 */

struct bytes {
    unsigned char *at;            /* at[head..tail) came and is still to be used */
    size_t head;
    size_t tail;
};

enum source_text {
    SOURCE_BYTES,                 /* read as it is: UTF-8, or whatever else */
    SOURCE_UTF16LE,
    SOURCE_UTF16BE,
    SOURCE_UTF32
};

struct source {
    const char *file;             /* the operand; NULL for standard input */
    const char *name;             /* the same for people */
    const char *error;            /* why a call failed; as long as the source */
    enum source_text text;
    uint64_t    begin;            /* of what is read, in what the file holds: after
                                     its mark */

    struct {
        int   fd;
        bool  fd_end;             /* nothing more comes from it, */
        bool  end;                /* or of what it holds */
        bool  regular;            /* a file whose size is known: */
        bool  has_holes;
        uint64_t place;           /* of what read() gives next */
        uint64_t size;            /* when it was opened */

        const struct coding *coding; /* NULL: it is not compressed */
        struct decoding decoding;
        uint64_t max_window;
        bool     skipped;         /* a frame before the first that holds anything */
        struct bytes packed;      /* of the file, where it is compressed */
        struct bytes in;          /* of what it holds */
        struct bytes character;   /* a piece of one, converted: in */
        char     spill[4];
        unsigned char sample[512]; /* the first bytes of what it holds */
        size_t   sample_len;
        uint64_t converted;       /* of UTF-16, without its mark: what was read */
        bool     has_lone;        /* a surrogate without its partner, */
        uint64_t lone;            /*   the first at this place of the same */
        char     warning[SOURCE_MESSAGE]; /* source_warning() */
        char     message[SOURCE_MESSAGE]; /* `error` */
    } internal;
};

struct source_how {
    bool     marks;               /* a byte order mark is one */
    uint64_t max_window;          /* what is compressed is decompressed, if that
                                     needs a window of up to so many bytes; 0: it
                                     is read as it is */
};

/* `operand` "-" is standard input. False on error. Call source_close() in either
   case. */
bool source_open(struct source *source, const char *operand,
                 const struct source_how *how);

/* Up to `size` bytes, as soon as there are any. 0 is the end, -1 an error; what
   could be read before the error has been returned by then. */
ptrdiff_t source_read(struct source *source, char *buffer, size_t size);

/* Whether source_read() would return at once. */
bool source_is_ready(const struct source *source);

/* How many bytes of what a file of this kind holds these are that source_read()
   gave. Of two pieces it is the sum, wherever they are cut. */
static inline uint64_t source_extent(enum source_text kind, const char *text,
                                     size_t len)
{
    return kind == SOURCE_BYTES ? len : utf16_size(text, len);
}

/* What there is to say of what was read up to here, as long as the source; NULL:
   nothing. */
const char *source_warning(struct source *source);

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
