/* SPDX-License-Identifier: MIT */
#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/input/utf16.h"
#include "cli/unpack/unpack-ahead.h"

/* The longest message of an error, with its NUL. */
#define SOURCE_MESSAGE INPUT_MESSAGE

/*
 * Bytes from a file or from standard input. Input that is compressed, judging by its
 * first bytes or its name, can be decompressed. Text with a byte order mark can be read
 * without the mark, converted to UTF-8.
 */

enum source_text {
    SOURCE_BYTES,                 /* not converted: UTF-8, or anything else */
    SOURCE_UTF16LE,
    SOURCE_UTF16BE,
    SOURCE_UTF32
};

/* Why a file that was found in a directory is left out; none of this is an error. */
enum source_skip {
    SOURCE_SKIP_NOT,              /* it is not left out */
    SOURCE_SKIP_BINARY,           /* a NUL is among its first bytes */
    SOURCE_SKIP_OTHER             /* `error` gives the reason */
};

struct source {
    const char *file;             /* the operand; NULL for standard input */
    const char *name;             /* for messages */
    const char *error;            /* why a call failed; valid as long as the source */
    enum source_skip skip;
    enum source_text text;
    uint64_t    begin;            /* the offset of the content after its byte order
                                     mark */

    struct {
        struct input_file file;
        bool     end;             /* its content has ended */
        uint64_t max_window;
        bool     found;           /* source_how.found */
        bool     skipped;         /* skippable frames precede the content */
        struct unpack unpack;     /* unpack.coding is NULL: it is not compressed */
        uint64_t unpacked;        /* bytes of the content decompressed */
        struct ahead *ahead;      /* NULL: the reading thread decompresses */
        bool     is_alone;        /* no other thread will decompress */
        struct bytes in;          /* bytes of the content */
        struct bytes character;   /* the rest of a converted character, in `spill` */
        char     spill[4];
        unsigned char sample[512]; /* the first bytes of the content */
        size_t   sample_len;
        uint64_t converted;       /* bytes of UTF-16 converted, without the mark */
        bool     has_lone;        /* it has an unpaired surrogate; */
        uint64_t lone;            /*   the first one's offset, without the mark */
        char     warning[SOURCE_MESSAGE]; /* storage for source_warning() */
        char     message[SOURCE_MESSAGE]; /* storage for `error` */
    } internal;
};

struct source_how {
    bool     marks;               /* detect byte order marks */
    bool     found;               /* in a directory, and not named by an operand: it
                                     is left out if it is binary, or in a format that
                                     this build cannot read */
    uint64_t max_window;          /* the largest window for decompression, in bytes;
                                     0: do not decompress */
};

/* `operand` "-" is standard input. Returns false on error, or if the file is left out.
   Call source_close() in either case. */
bool source_open(struct source *source, const char *operand,
                 const struct source_how *how);

/* Sets the source as source_open() does if it fails with this error. `skipped`: the file is
   left out. */
void source_refuse(struct source *source, const char *name, const char *error,
                   bool skipped);

/* Reads up to `size` bytes, as soon as there are any. Returns 0 at the end, -1 on
   error. All bytes before the error are returned first. */
ptrdiff_t source_read(struct source *source, char *buffer, size_t size);

/* Whether source_read() would return at once. */
bool source_is_ready(const struct source *source);

/* The length of text[0..len), as source_read() returned it, in the bytes of the file's
   content before conversion. Wherever a text is split, the lengths of its pieces add up to
   its own. */
static inline uint64_t source_extent(enum source_text kind, const char *text,
                                     size_t len)
{
    return kind == SOURCE_BYTES ? len : utf16_size(text, len);
}

/* A warning about the content read so far, or NULL. Valid as long as the source. */
const char *source_warning(struct source *source);

void source_close(struct source *source);

/* The number of bytes to read from an operand. Returns false if it is not known in
   advance. */
bool source_size(const char *operand, uint64_t *size);

#endif
