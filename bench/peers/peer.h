/* SPDX-License-Identifier: MIT */
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

/*
 * To be measured, a parser must be wrapped in a shared object that exports
 * bench_peer(). This is plain C and needs only this header.
 *
 *     #include "peer.h"
 *     #include "mine.h"
 *
 *     static int parse(const char *text, size_t len)
 *     {
 *         struct mine_url url;
 *         int valid = mine_parse(&url, text, len) == 0;
 *
 *         bench_keep(&url);
 *         return valid;
 *     }
 *
 *     static const struct bench_peer mine = {
 *         .version = BENCH_PEER_VERSION, .name = "mine 1.0",
 *         .takes = "RFC 3986", .does = BENCH_VALIDATES | BENCH_OFFSETS,
 *         .parse = parse
 *     };
 *
 *     const struct bench_peer *bench_peer(unsigned index)
 *     {
 *         return index == 0 ? &mine : NULL;
 *     }
 *
 *     cc -O2 -shared -fPIC -I bench/peers mine-peer.c -lmine -o mine.so
 *     make bench PEERS=$PWD/mine.so
 */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the layout of struct bench_peer. */
#define BENCH_PEER_VERSION 2

/* What a parser does. */
enum {
    BENCH_VALIDATES = 1,       /* rejects everything that is not in its language */
    BENCH_OFFSETS = 2,         /* returns the offset of each part in the text */
    BENCH_HOST_KIND = 4,       /* distinguishes names, IPv4 and IPv6 */
    BENCH_ALLOCATES = 8,       /* calls malloc() for an ordinary URL */
    BENCH_NORMALIZES = 16      /* writes a normalized text: case, percent-encoding */
};

struct bench_peer {
    uint32_t version;          /* BENCH_PEER_VERSION */
    uint32_t does;             /* BENCH_… */
    const char *name;          /* with its version: "mine 1.0" */
    const char *takes;         /* the language: "RFC 3986", "WHATWG", … */

    /*
     * Does all the work on one text: parses it, gets the parts, frees what was
     * allocated. Returns 1 if the text is valid, else 0. text[len] is NUL, for parsers
     * that need it.
     */
    int (*parse)(const char *text, size_t len);

    /* If not NULL, called instead of parse(), once for all texts of a pass. The i-th is
       text[begin[i]..end[i]). Returns how many are valid. */
    size_t (*parse_all)(const char *text, const uint64_t *begin,
                        const uint64_t *end, size_t count);

    /* If not NULL, called before each series of parse(), and not timed. */
    void (*begin)(const struct bench_peer *self);
};

/* The parsers of this shared object; NULL past the last one. */
#if defined __GNUC__
__attribute__((visibility("default")))
#endif
const struct bench_peer *bench_peer(unsigned index);

/* Makes the compiler assume that the memory at `result` is read. */
static inline void bench_keep(const void *result)
{
#if defined __GNUC__
    __asm__ volatile ("" : : "r" (result) : "memory");
#else
    static const void *volatile kept;
    kept = result;
#endif
}

#ifdef __cplusplus
}
#endif

#endif
