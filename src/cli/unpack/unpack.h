/* SPDX-License-Identifier: MIT */
#ifndef UNPACK_H
#define UNPACK_H

#include "cli/decompress/codings.h"
#include "cli/unpack/input-file.h"

/* The size of `packed`, and of other buffers of input. */
#define IN_SIZE ((size_t)64 << 10)

/* Bytes that were read: at[head..tail) are not used yet. */
struct bytes {
    unsigned char *at;
    size_t head;
    size_t tail;
};

static inline size_t bytes_left(const struct bytes *bytes)
{
    return bytes->tail - bytes->head;
}

static inline const unsigned char *first_byte(const struct bytes *bytes)
{
    return bytes->at + bytes->head;
}

/*
 * The content of a compressed file. One thread at a time may use it.
 */
struct unpack {
    struct input_file   *file;
    const struct coding *coding;
    struct decoding      decoding;
    struct bytes         packed;  /* compressed bytes of the file */
    char                 message[INPUT_MESSAGE];
};

/* Begins with the bytes in `packed`, whose buffer has the size IN_SIZE and is freed by
   unpack_end(). `max_window` is the largest window allowed. */
void unpack_begin(struct unpack *unpack, struct input_file *file, const struct coding *coding,
                  struct bytes packed, uint64_t max_window);

/* Writes up to `size` bytes of the content, at least one. Returns 0 at the end; -1 on
   error, and sets `message`. */
ptrdiff_t unpack_read(struct unpack *unpack, char *buffer, size_t size);

/* Whether unpack_read() would return without reading the file. */
static inline bool unpack_is_ready(const struct unpack *unpack)
{
    return bytes_left(&unpack->packed) > 0 || unpack->file->end;
}

/* Whether the error is that memory ran out. */
static inline bool unpack_lacks_memory(const struct unpack *unpack)
{
    return unpack->decoding.fault == DECODING_MEMORY;
}

void unpack_end(struct unpack *unpack);

#endif
