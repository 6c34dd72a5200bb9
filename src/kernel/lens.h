/* SPDX-License-Identifier: MIT
 *
 * The lens finds where the run of a class ends. A machine calls it on entering a state
 * that has a run class (doc/DESIGN.md, "Run classes"). The results are the same with every
 * lens and without one; only the time differs. A look of the lens classifies several bytes
 * at once. A lens is one file, and defines:
 *
 *     LENS_NEEDS
 *         What it requires of the processor: NEEDS(ebx, ecx, xcr0), with the names of
 *         <cpuid.h>, or NEEDS_NOTHING (dispatch.c). The flags that it requires of the
 *         compiler are in its first comment, on a line that begins with "LENS_CFLAGS". If
 *         it cannot be compiled with these, configure leaves its kernel out.
 *     LENS_WIDTH
 *         How many bytes its widest registers hold.
 *     struct lens
 *         The result of the last look.
 *     lens_look(lens, runs, from, end)
 *         Called before the first byte of a text is read.
 *     const unsigned char *lens_run(lens, runs, class, from, end)
 *         The first byte from `from` on that does not belong to the run of the
 *         class, or `end`. `from` never decreases.
 *     const unsigned char *lens_run_within(lens, runs, class, from, to, end)
 *         The same, but not past `to`, where another machine or entry continues
 *         with the same lens. It may leave the last byte before `to` to the machine.
 *     const unsigned char *lens_keep(stop, runs, begin, from, end)
 *         For lens_kept_run(): looks at 64 bytes that include the one at `from`, sets
 *         stop[class], and returns where they begin, at or after `begin`. A lens that has
 *         it defines LENS_KEEPS; otherwise nothing is kept.
 *     struct octets lens_octets(runs, class, from, end)
 *         Looks at the 64 bytes at `from`: how many of them a run of bytes of the class and
 *         of percent-encoded octets covers. The class is one of NAME_run_octets. A lens that
 *         has it defines LENS_OCTETS; otherwise the machine reads these octets.
 *     unsigned char *lens_decode(to, text, skipped, octets, set, outside)
 *         Copies the bytes of `octets`, which begin at text[skipped], to `to`, with the octets
 *         decoded; returns the end of the copy. *outside: the "%" of those octets that are not
 *         in the set, which has the form of NAME_run_nibbles. Reads DECODE_READS bytes of the
 *         text and may write DECODE_WRITES. Only a lens with LENS_OCTETS has it.
 *     const unsigned char *lens_copy(to, from, n)
 *         Copies n bytes to `to`, and zeros after them up to DECODE_READS, which is at least n.
 *         Returns `to`. Only a lens with LENS_OCTETS has it.
 *     int lens_chain(chains, chain, p, end)
 *         Whether the bytes from `p` on are those of a chain; 0 if they are too close to
 *         the end to be compared at once. A lens that has it defines LENS_CHAINS;
 *         otherwise the machine reads them.
 *     const unsigned char *lens_colon(colons, from, end, begin, bare)
 *         The first ":" from `from` on that "//" follows, or fewer than two bytes, or
 *         that is after the letters that `bare` requires; `end` if there is none. It may
 *         skip a ":" after a "/", because no scheme ends in "/". `begin` is the first
 *         byte of the text. `from` never decreases.
 *
 * No lens reads before `begin` or the first `from`, or at or past `end`.
 */
#ifndef LOCUS_LENS_H
#define LOCUS_LENS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* What grammar/runs.py derives from a machine. All members are constants where they are
   used, so that code for features that a machine lacks is optimized away. */
struct runs {
    const uint8_t (*outside)[256];    /* NAME_run_outside */
    const uint8_t (*nibbles)[2][16];  /* NAME_run_nibbles */
    const uint8_t *set;               /* NAME_run_set */
    const uint8_t *first;             /* NAME_run_first */
    const uint8_t *second;            /* NAME_run_second */
    unsigned classes;                 /* NAME_run_classes */
    unsigned high;                    /* NAME_run_high */
    unsigned mixed;                   /* NAME_run_mixed */
    unsigned pct_encoded;             /* NAME_run_pct_encoded */
    unsigned octets;                  /* NAME_run_octets */
    unsigned pairs;                   /* NAME_run_pairs */
    unsigned ends;                    /* NAME_run_ends */
    unsigned is_line;                 /* NAME_run_is_line */
    unsigned none;                    /* NAME_run_none */
};

/* The chains of a machine, also constant. */
enum { CHAIN_RANGES = 2, CHAIN_BYTES = 32 };

struct chains {
    const uint8_t *length;            /* NAME_chain_length */
    const uint8_t *second;            /* NAME_chain_second */
    const uint8_t (*least)[CHAIN_RANGES][CHAIN_BYTES];    /* NAME_chain_least */
    const uint8_t (*span)[CHAIN_RANGES][CHAIN_BYTES];     /* NAME_chain_span */
};

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* For functions that are machines. Otherwise GCC guesses that most of their states are
   cold, and optimizes them for size. They begin a cache line: otherwise their time
   depends on where the linker puts them, by several percent. */
#define ALL_HOT __attribute__((hot, aligned(64)))

/* Eight bytes as a number, the first one least significant on any processor. */
static ALWAYS_INLINE uint64_t word_of_8(const unsigned char *bytes)
{
    uint64_t word;

    memcpy(&word, bytes, sizeof word);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(word)
                                                  : word;
}

/* Which of the eight bytes of such a number equal `byte`: the lowest bit that is set is in the
   first of them. (Bytes after it may be wrong.) */
static ALWAYS_INLINE uint64_t equal_in_8(uint64_t word, unsigned char byte)
{
    const uint64_t each = UINT64_C(0x0101010101010101);
    const uint64_t other = word ^ each * byte;      /* such a byte becomes 0 */

    return (other - each) & ~other & each * 0x80;
}

static inline int is_hexdig(unsigned char byte)
{
    return (unsigned)byte - '0' < 10 || ((unsigned)byte | 0x20) - 'a' < 6;
}

static inline int is_letter(unsigned char byte)
{
    return ((unsigned)byte | 0x20) - 'a' < 26;
}

/* The schemes of grammar/schemes/registry.rl that have no "//" consist of letters, of at
   least this many (tests/unit/scan/test-scan looks for each of them). */
enum { SHORTEST_BARE = 3 };

/* Which ":" without "//" lens_colon() finds. */
enum bare {
    BARE_NONE,
    BARE_LETTERS,                  /* one after SHORTEST_BARE letters; it may
                                      find one after fewer */
    BARE_LETTER,                   /* one after a letter */
    BARE_ANY
};

/* Whether `n` letters precede `p`, at or after `begin`. */
static inline int is_after_letters(const unsigned char *p,
                                    const unsigned char *begin, int n)
{
    if (p - begin < n)
        return 0;
    for (int i = 1; i <= n; i++)
        if (!is_letter(p[-i]))
            return 0;
    return 1;
}

/* The bytes after which lens_colon() reports a ":", as a mask, given the mask of
   letters. Earlier bytes are unknown and count as letters. */
static ALWAYS_INLINE uint64_t enough_letters(uint64_t letters, enum bare bare)
{
    uint64_t enough = letters;

    if (bare == BARE_LETTERS)
        for (int i = 1; i < SHORTEST_BARE; i++)
            enough &= ~(~letters << i);
    return enough;
}

/* Whether the ":" at `p` is one that lens_colon() finds. */
static inline int is_colon_wanted(const unsigned char *p,
                                  const unsigned char *end,
                                  const unsigned char *begin, enum bare bare)
{
    if (end - p < 3 || (p[1] == '/' && p[2] == '/'))
        return 1;
    return bare == BARE_ANY
        || (bare != BARE_NONE
            && is_after_letters(p, begin,
                                 bare == BARE_LETTERS ? SHORTEST_BARE : 1));
}

/* What lens_colon() caches about the text that it read last; at first nothing. */
struct colons {
    const unsigned char *block;
    uint64_t wanted;               /* a bit for each byte */
};

/* Bytes of a run, some of which are percent-encoded octets. */
struct octets {
    size_t len;                    /* at most 64 */
    int may_go_on;                 /* the run may continue after them */
    uint64_t begin;                /* which of the bytes are the "%" of an octet */
};

/* What lens_decode() needs at `text` and `to`. */
enum { DECODE_READS = 64, DECODE_WRITES = 64 + 8 };

/* The last look of the lens, for a machine that stops after each piece of a text. Such a
   machine has at most KEPT_CLASSES classes, none with percent-encoded octets or pairs. */
enum { KEPT_CLASSES = 2 };

struct kept {
    const unsigned char *begin;    /* of what may be read */
    uintptr_t block;               /* the address of the 64 bytes looked at; at first a block
                                      that includes nothing that may be read */
    uint64_t *stop;                /* for each class, which of them are not in its run */
};

/* Prefetches what a search of a stream will read soon: hardware prefetchers do not cross
   pages. The address may be past the end. */
static ALWAYS_INLINE void fetch_ahead(const unsigned char *p)
{
    enum { AHEAD = 2048 };

    __builtin_prefetch((const void *)((uintptr_t)p + AHEAD));
}

#define LENS_FILE_2(kernel) LENS_FILE_3(lens-kernel.h)
#define LENS_FILE_3(file) #file
#define LENS_FILE(kernel) LENS_FILE_2(kernel)
#include LENS_FILE(KERNEL)

/* lens_run() with the last look kept: if it includes `from`, it is used again. */
static ALWAYS_INLINE const unsigned char *
lens_kept_run(struct kept *kept, const struct runs *runs, unsigned class,
              const unsigned char *from, const unsigned char *end)
{
#ifdef LENS_KEEPS
    for (;;) {
        const size_t at = (uintptr_t)from - kept->block;

        if (__builtin_expect(at < 64, 1)) {
            const uint64_t stop = kept->stop[class] >> at;

            if (__builtin_expect(stop != 0, 1))
                return from + first_bit(stop);
            from += 64 - at;
        }
        if (from >= end)
            return end;
        kept->block = (uintptr_t)lens_keep(kept->stop, runs, kept->begin, from, end);
    }
#else
    struct lens lens;

    (void)kept;
    lens_look(&lens, runs, from, end);
    return lens_run(&lens, runs, class, from, end);
#endif
}

/* The tables of a machine for the lens. */
#define RUNS_OF(name) { \
        name##_run_outside, name##_run_nibbles, \
        name##_run_set, name##_run_first, name##_run_second, \
        name##_run_classes, \
        name##_run_high, name##_run_mixed, \
        name##_run_pct_encoded, name##_run_octets, name##_run_pairs, name##_run_ends, \
        name##_run_is_line, name##_run_none \
    }

/* The tables of a machine, for the function in which it runs: those that RUN(), LIKELY()
   and CHAIN() use, and those for the lens. */
#define RUNS_BEGIN(name) \
    const uint8_t *const run_class = name##_run_class; \
    const uint8_t (*const likely)[2] = name##_likely; \
    const uint8_t *const chain_of = name##_chain; \
    const uint16_t *const chain_end = name##_chain_end; \
    static const struct chains chains = { \
        name##_chain_length, name##_chain_second, name##_chain_least, name##_chain_span \
    }; \
    static const struct runs runs = RUNS_OF(name); \
    (void)likely, (void)chain_of, (void)chain_end, (void)chains;

#define LENS_BEGIN(name) \
    RUNS_BEGIN(name) \
    struct lens lens; \
    lens_look(&lens, &runs, p, pe);

/* How the machines read a byte (getkey). With the hint, the compiler tests for "/"
   first, the most frequent delimiter of URLs. */
#define KEY ((unsigned char)__builtin_expect(*p, '/'))

/* The to-state action: `p` is on the byte just read and moves to the last byte
   of the run. `state` is a constant in goto code, so that the states without
   a run cost nothing. */
#define RUN(state) \
    if (run_class[state]) \
        p = lens_run(&lens, &runs, run_class[state] - 1u, p + 1, pe) - 1;

/* The same with a `struct kept kept`, for a machine that stops after each piece of a text.
   The function of such a machine begins with KEPT_BEGIN. */
#define KEPT_RUN(state) \
    if (run_class[state]) \
        p = lens_kept_run(&kept, &runs, run_class[state] - 1u, p + 1, pe) - 1;

#define KEPT_BEGIN(name) \
    RUNS_BEGIN(name) \
    _Static_assert((int)name##_run_classes <= (int)KEPT_CLASSES \
                   && !name##_run_pct_encoded && !name##_run_pairs, "struct kept");

/* RUN() if the machine reads a part of a text, which ends at `pe`, and the lens looks at the
   text up to `lens_end`. No class may have percent-encoded octets. */
#define RUN_WITHIN(state) \
    if (run_class[state]) \
        p = lens_run_within(lens, runs, run_class[state] - 1u, p + 1, pe, lens_end) - 1;

/* RUN() before the first byte is read: passes over the run with which the text begins in
   this state. The state must be a constant. */
#define RUN_FROM(state) \
    (p = run_class[state] ? lens_run(&lens, &runs, run_class[state] - 1u, p, pe) : p)

/* The from-state action of a machine that has chains, before LIKELY(): whether a chain
   begins in the state and the next bytes are those of the chain. If so, `p` moves to the
   last of them, and `cs` becomes the state after the chain: in goto code, where states are
   constants, the machine jumps there. */
#ifdef LENS_CHAINS
#define CHAIN(state) \
    (__builtin_constant_p(state) && chain_of[state] \
     && lens_chain(&chains, chain_of[state] - 1u, p, pe) \
     && (p += chains.length[chain_of[state] - 1u] - 1, \
         cs = chain_end[chain_of[state] - 1u], 1))
#else
#define CHAIN(state) 0
#endif

/* The from-state action. In goto code, it tests for the state's most likely bytes first;
   Ragel and the compiler would first test for single bytes. It does nothing itself, but
   the compiler gives these bytes their own path through the comparisons. */
#define LIKELY(state) \
    if (__builtin_constant_p(state) && likely[state][1] \
        && (unsigned char)(*p - likely[state][0]) < likely[state][1]) \
        __asm__ volatile ("");

#endif
