/* SPDX-License-Identifier: MIT */
#ifndef CODINGS_H
#define CODINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The formats in which input may be compressed. Each is a row of codings.c: its name,
 * how files in it are named and begin, and, where this build has the library, its
 * decoder.
 */

/* The input of a decoder, and its state. */
struct decoding {
    const unsigned char *in;      /* in[0..len) is still to be decoded: decode() */
    size_t   len;                 /*   moves it on */
    bool     last;                /* nothing follows these bytes */
    bool     in_frame;            /* a member, frame or stream has not ended, or must
                                     still begin */
    uint64_t max_window;          /* the largest window allowed, in bytes */
    enum {
        DECODING_OK,
        DECODING_DAMAGED,
        DECODING_FOREIGN,         /* something else follows the last frame */
        DECODING_WINDOW,          /* it needs a window of `window` bytes */
        DECODING_MEMORY           /* memory ran out */
    } fault;
    uint64_t window;
    void    *state;               /* the decoder's */

    unsigned char head[14];       /* the first bytes of a frame of zstd or lz4: */
    size_t   head_len;            /* its length */
    bool     later;               /* it is not the first frame */
};

struct decoder {
    /* Ends the command if memory runs out. decode(), which another thread may call, sets
       `fault` instead. */
    void (*begin)(struct decoding *decoding);
    /* Writes up to `size` decoded bytes and returns their number, even if it sets
       `fault`. */
    size_t (*decode)(struct decoding *decoding, char *buffer, size_t size);
    void (*end)(struct decoding *decoding);
};

struct coding {
    const char *name;             /* as in locus grammars */
    const char *what;             /* the same in a sentence: "it is ..." */
    const char *library;          /* that decodes it; NULL: no build does */
    const char *suffix;           /* of a file's name */
    bool        not_text;         /* ignore the suffix if the contents are text: host
                                     names end in it, too */
    struct magic {
        const char *bytes;        /* the first of a file; "?" is any byte */
        size_t      len;
    } magic[3];
    const struct decoder *decoder; /* NULL if this build lacks the library */
};

/* Ends with one that has no name. */
extern const struct coding codings[];

/* The format of a file that begins with these bytes, or NULL. Sets `undecided` if more
   bytes are needed to decide. */
const struct coding *coding_of_bytes(const unsigned char *bytes, size_t len,
                                     bool *undecided);

/* The format that a file's name stands for; NULL: none. */
const struct coding *coding_of_name(const char *name, const unsigned char *bytes,
                                    size_t len);

/* The length of a frame that zstd and lz4 skip (RFC 8878, section 3.1.2), from its first
   bytes; 0 if it is not such a frame. */
#define CODING_SKIPPABLE ((size_t)8)
uint64_t coding_skippable(const unsigned char bytes[CODING_SKIPPABLE]);

/* Whether a file that begins with these bytes may begin with such a frame. */
bool coding_may_skip(const unsigned char *bytes, size_t len);

#endif
