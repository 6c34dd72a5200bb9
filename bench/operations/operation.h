/* SPDX-License-Identifier: MIT */
#ifndef BENCH_OPERATION_H
#define BENCH_OPERATION_H

/*
 * What a library does with a URL besides parsing it. The shared object of a peer (peer.h)
 * may also export bench_operation(), which lists the operations that its library has. An
 * operation begins with a text, so its time includes parsing: that is what a program pays,
 * and libraries that normalize while they parse can be compared with those that do not.
 *
 *     static int64_t normalize(char *out, size_t size, const char *text, size_t len,
 *                              const char *other, size_t other_len)
 *     {
 *         size_t written;
 *
 *         (void)other, (void)other_len;
 *         return mine_normalize(out, size, &written, text, len) == 0 ? (int64_t)written
 *                                                                    : BENCH_REFUSED;
 *     }
 */

#include "../peers/peer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the layout of struct bench_operation. */
#define BENCH_OPERATION_VERSION 1

#define BENCH_REFUSED INT64_C(-1)   /* the text is not in the library's language */

/* Flags. */
enum {
    BENCH_WRITES = 1,              /* writes a text; results are compared byte by byte */
    BENCH_ONLY_A_PART = 2          /* less than the operation, for example only parsing:
                                      the result is compared with no other */
};

struct bench_operation {
    uint32_t version;              /* BENCH_OPERATION_VERSION */
    uint32_t flags;
    const char *operation;         /* its name in operations.py: "normalize" */
    const char *name;              /* the library's, with its version: "mine 1.0" */
    const char *does;              /* the functions called, and what they do differently */

    /*
     * Does all the work on one text, and frees what was allocated. With BENCH_WRITES it
     * copies the result to out[0..size) and returns its length; otherwise it returns the
     * result, a number that is not negative. If the text is invalid, returns
     * BENCH_REFUSED. `other` is the second text: the base of a reference, or what to
     * compare with. text[len] and other[other_len] are NUL.
     */
    int64_t (*run)(char *out, size_t size, const char *text, size_t len,
                   const char *other, size_t other_len);

    /* If not NULL, called before each series of run(), and not timed. */
    void (*begin)(const struct bench_operation *self);
};

/* The operations of this shared object; NULL past the last one. */
#if defined __GNUC__
__attribute__((visibility("default")))
#endif
const struct bench_operation *bench_operation(unsigned index);

/* One operation of an adapter, and the function that lists them. */
#define BENCH_OPERATION(flags, operation, name, does, run) \
    { BENCH_OPERATION_VERSION, (flags), (operation), (name), (does), (run), 0 }
#define BENCH_OPERATIONS(list) \
    const struct bench_operation *bench_operation(unsigned index) \
    { \
        return index < sizeof (list) / sizeof *(list) ? &(list)[index] : 0; \
    }
/* The parameters of run(), for functions that need only the text. */
#define BENCH_TEXT \
    char *out, size_t size, const char *text, size_t len, const char *other, size_t other_len

#ifdef __cplusplus
}
#endif

#endif
