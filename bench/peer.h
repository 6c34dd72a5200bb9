/* SPDX-License-Identifier: MIT */
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

/*
 * What a parser must offer to be measured: a shared object that exports
 * bench_peer(). It is plain C and needs nothing but this header.
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
 *     cc -O2 -shared -fPIC -I bench mine-peer.c -lmine -o mine.so
 *     make bench PEERS=$PWD/mine.so
 */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Another number is another layout of struct bench_peer. */
#define BENCH_PEER_VERSION 2

/* What a parser does for its time. */
enum {
    BENCH_VALIDATES = 1,       /* refuses all that its language does not hold */
    BENCH_OFFSETS = 2,         /* tells where each part stands in the text */
    BENCH_HOST_KIND = 4,       /* tells a name, IPv4 and IPv6 apart */
    BENCH_ALLOCATES = 8,       /* calls malloc() for an ordinary URL */
    BENCH_NORMALISES = 16      /* makes a text of its own: cases, triples */
};

struct bench_peer {
    uint32_t version;          /* BENCH_PEER_VERSION */
    uint32_t does;             /* BENCH_… */
    const char *name;          /* with its version: "mine 1.0" */
    const char *takes;         /* the language: "RFC 3986", "WHATWG", … */

    /*
     * All the work on one text: parse it, have the parts, free what was
     * allocated. Returns 1 if it is valid, else 0. text[len] is NUL, for those
     * that need it.
     */
    int (*parse)(const char *text, size_t len);

    /* Not NULL: called instead, once for all texts of a pass; the i-th is
       text[begin[i]..end[i]). Returns how many are valid. */
    size_t (*parse_all)(const char *text, const uint64_t *begin,
                        const uint64_t *end, size_t count);

    /* If not NULL, called before each series of parse(), outside the time. */
    void (*begin)(const struct bench_peer *self);
};

/* The parsers of this shared object; NULL past the last one. */
#if defined __GNUC__
__attribute__((visibility("default")))
#endif
const struct bench_peer *bench_peer(unsigned index);

/* Makes the compiler believe that somebody reads what `result` points to. */
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
