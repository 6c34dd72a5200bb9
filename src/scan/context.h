/* SPDX-License-Identifier: MIT
 *
 * What a context of a scan consists of. Everything specific to a context is in one file
 * of src/contexts/, which defines its name as CONTEXT, includes this header and is
 * compiled
 *
 *     with -DKERNEL=K    to its struct locus_searcher for a kernel
 *     without            to its struct locus_context
 *
 * so that a program links only the contexts that it uses. Each context has a search,
 * which looks for the next URL from internal.at on; scan_by() drives them all.
 */
#ifndef LOCUS_CONTEXT_H
#define LOCUS_CONTEXT_H

#include "grammars/support/grammar.h"
#include "kernel/kernel.h"
#include "prose/prose.h"
#include "match/longest-prefix.h"

/* Traits of a context, in addition to those in locus.h. */
enum {
    /* A scheme of the caller's list also counts at the end of a longer word: "xhttp://"
       contains an http URL. (Not in prose or in angle brackets.) */
    TRAIT_SUFFIXES = 1 << 16
};

/* locus_scan.internal.phase */
enum locus_scan_phase {
    LOCUS_SCAN_SEARCHING,          /* for the next URL */
    LOCUS_SCAN_READING,            /* a URL */
    LOCUS_SCAN_SKIPPING,           /* a URL that was given up */
    LOCUS_SCAN_WAITING             /* for the end of a possible URL */
};

/* The result of a search. */
enum locus_searched {
    LOCUS_SEARCH_ON,               /* the window was searched: its first scan->drop
                                      bytes are no longer needed */
    LOCUS_SEARCH_BEGUN,            /* a URL begins, which must be read: begin_url() was
                                      called */
    LOCUS_SEARCH_FOUND             /* a URL is in `found`: found_url() was called */
};

/* The window of a call of locus_scan_next(). */
struct locus_window {
    const unsigned char *bytes;
    size_t len;
    int    end;                    /* the stream ends with the window */
    const struct locus_searcher *searcher; /* the context's */
    struct locus_json_string *string; /* for contexts that decode: json.h */
};

struct locus_read_piece;           /* read.h */
struct locus_reader;

/* A context, for one kernel. */
struct locus_searcher {
    /* For prose. */
    struct locus_before_reader before;

    /* locus_scan_next(): scan_by(). */
    int (*next)(struct locus_scan *scan, const char *window, size_t len, int end,
                struct locus_found *found);

    /* Supplies the text from internal.read on, as much as is read at once: sets the
       members of the piece from `text` to `origin`. NULL: the search reads URLs
       itself. */
    void (*read)(struct locus_scan *scan, const struct locus_window *window,
                 struct locus_read_piece *piece);

    /* Reads this text: reader or prose_reader. NULL if `read` is. */
    const struct locus_reader *reader;

    /* Discards the state of the search before internal.at, because a URL was found
       there or given up. NULL: there is nothing to discard. */
    void (*release)(struct locus_scan *scan);

    /* Subtracts `drop` from the places in the context's own state. NULL: there are
       none. */
    void (*rebase)(struct locus_scan *scan, size_t drop);

    /* locus_unwrap_next(). */
    int (*unwrap)(struct locus_unwrapping *pieces);
};

struct locus_context {
    const struct locus_searcher *searcher[KERNEL_COUNT];
    const char *name;
    const char *description;
    uint32_t traits;               /* enum locus_context_trait, and those above */
};

/* Sets of bytes, a bit for each. */
static inline int has_byte(const uint64_t set[4], unsigned char byte)
{
    return (int)(set[byte / 64] >> byte % 64 & 1);
}

static inline void add_byte(uint64_t set[4], unsigned char byte)
{
    set[byte / 64] |= UINT64_C(1) << byte % 64;
}

static inline int is_prose(const struct locus_scan *scan)
{
    return (scan->internal.traits & LOCUS_CONTEXT_PROSE) != 0;
}

/* Functions of driver.c for the contexts */

#ifdef KERNEL

/* Initializes a scan at its first call. */
void KERNEL_NAME(begin_scan)(struct locus_scan *scan);

/* Reads on a URL that was begun or is being skipped. Returns LOCUS_SEARCH_ON if the
   window ends within it, LOCUS_SEARCH_BEGUN if the search must continue. */
enum locus_searched KERNEL_NAME(read_on)(struct locus_scan *scan,
                                         const struct locus_window *window,
                                         struct locus_found *found);

/* Ends a call with 0: window[0..scan->drop) is no longer needed. */
int KERNEL_NAME(need_more)(struct locus_scan *scan, const struct locus_window *window);

/* Begins a URL at window->bytes[start]. It is not a URL unless it ends after
   `least`. */
void KERNEL_NAME(begin_url)(struct locus_scan *scan, const struct locus_window *window,
                            size_t start, size_t least, int slashes);

/* The reader of URLs that end where the grammar stops (read.c), and that of URLs in prose
   (read-prose.c). */
extern const struct locus_reader KERNEL_NAME(reader);
extern const struct locus_reader KERNEL_NAME(prose_reader);

/* `rebase` for prose. */
void KERNEL_NAME(prose_rebase)(struct locus_scan *scan, size_t drop);
#endif

#ifdef KERNEL
/* locus_scan_next() for a context, whose search is inlined. */
static inline __attribute__((always_inline)) int
scan_by(struct locus_scan *scan, const struct locus_searcher *searcher,
        struct locus_json_string *string, const char *text, size_t len, int end,
        struct locus_found *found,
        enum locus_searched (*search)(struct locus_scan *scan,
                                      const struct locus_window *window,
                                      struct locus_found *found))
{
    const struct locus_window window = {
        .bytes = (const unsigned char *)text, .len = len, .end = end,
        .searcher = searcher, .string = string
    };

    if (!scan->internal.begun)
        KERNEL_NAME(begin_scan)(scan);
    for (;;) {
        enum locus_searched searched = LOCUS_SEARCH_BEGUN;

        if (scan->internal.phase == LOCUS_SCAN_READING
            || scan->internal.phase == LOCUS_SCAN_SKIPPING)
            searched = KERNEL_NAME(read_on)(scan, &window, found);
        if (searched == LOCUS_SEARCH_BEGUN)
            searched = search(scan, &window, found);
        if (searched == LOCUS_SEARCH_FOUND)
            return 1;
        if (searched == LOCUS_SEARCH_ON)
            return KERNEL_NAME(need_more)(scan, &window);
    }
}
#endif

/* The first byte that must be kept for `at`: prose also needs bytes before it. */
static inline size_t kept_before(const struct locus_scan *scan, size_t at)
{
    return is_prose(scan) ? less(at, OPENED_LENGTH) : at;
}

/* Reports the URL in window[start..end), which has url_len bytes when decoded. */
static inline enum locus_searched
found_url(const struct locus_scan *scan, const struct locus_window *window, size_t start,
          size_t end, size_t url_len, struct locus_found *found)
{
    found->off = start;
    found->len = end - start;
    found->url_len = url_len;
    found->offset = scan->base + start;
    found->text = url_len == end - start ? (const char *)window->bytes + start
                : scan->buf && url_len <= scan->buf_size ? scan->buf : NULL;
    return LOCUS_SEARCH_FOUND;
}

/* The object of the including file's context */

#ifdef CONTEXT
#ifdef KERNEL
#define CONTEXT_OBJECT(...)
/* SEARCHER_OBJECT(.next = …, …) */
#define SEARCHER KERNEL_NAME(PASTE(searcher_, CONTEXT))
extern const struct locus_searcher SEARCHER;
#define SEARCHER_OBJECT(...) const struct locus_searcher SEARCHER = { __VA_ARGS__ };
#else
#define SEARCHER_OBJECT(...)
#define SEARCHER_NAME(kernel) PASTE(PASTE(locus_searcher_, CONTEXT), _##kernel)
/* CONTEXT_OBJECT(.name = …, .description = …, .traits = …) */
#define DECLARE_SEARCHER(kernel, needs) \
    extern const struct locus_searcher SEARCHER_NAME(kernel);
#define NAME_SEARCHER(kernel, needs) [KERNEL_##kernel] = &SEARCHER_NAME(kernel),
#define CONTEXT_OBJECT(...) \
    LOCUS_KERNELS(DECLARE_SEARCHER) \
    static const struct locus_context context = { \
        .searcher = { LOCUS_KERNELS(NAME_SEARCHER) }, __VA_ARGS__ \
    }; \
    const struct locus_context *const PASTE(locus_, CONTEXT) = &context;
#endif
#endif

#endif
