/* SPDX-License-Identifier: MIT
 *
 * The context LOCUS_WRAPPED, once for each kernel: URLs in angle brackets. The
 * machine wrapped finds what may be one; the grammar then reads the pieces
 * between the white space.
 */
#include "kernel.h"
#include "lens.h"
#include "scheme.h"

/* Reads on to behind the next ">" that may close a wrapper. Returns 0 if there
   is none in the window. */
#define MACHINE(name) \
    static int match_##name(struct locus_scan *scan, \
                            const unsigned char *window, size_t len)

#define MACHINE_BEGIN(name) \
    const unsigned char *p = window + scan->internal.at; \
    const unsigned char *const pe = window + len; \
    int cs = scan->internal.state ? (int)scan->internal.state : name##_start; \
    int closed = 0; \
    LENS_BEGIN(name)

#define MACHINE_END \
stop: \
    scan->internal.at = (size_t)(p - window); \
    scan->internal.state = (uint32_t)cs; \
    return closed;

#define MARK(name) \
    scan->internal.name = (size_t)(p - window);
#define CLOSED(state) \
    closed = 1; \
    p++; \
    cs = (int)(state); \
    goto stop;
#define ACCEPT

#include "runs/wrapped.h"

#include "wrapped.h"

/* Whether the scheme is one that counts: all that stands before the ":". */
static int is_scheme(const struct locus_scan *scan, const char *window)
{
    const size_t begin = scan->internal.begin;
    const int slashes = scan->internal.slashes > scan->internal.colon;
    char scheme[LOCUS_MAX_SCHEME];
    size_t len;

    return locus_unwrap(scheme, sizeof scheme, &len, window + begin,
                        scan->internal.colon - begin, LOCUS_WRAPPED) == 0
        && url_start(scan, scheme, 0, len, slashes) == 0;
}

/* Whether a URL stands between the marks of the machine and the ">" that it has
   read last. */
static int is_url(const struct locus_scan *scan, const char *window,
                  struct locus_found *found)
{
    const size_t begin = scan->internal.begin;
    const size_t close = scan->internal.at - 1;
    struct locus_unwrapping pieces;
    struct locus_match match = { .state = 0 };
    size_t end = begin;

    if (scan->internal.colon < begin      /* that of "URL:" */
        || close - scan->internal.open >= LOCUS_MAX_WRAPPED
        || !is_scheme(scan, window))
        return 0;
    found->url_len = 0;
    locus_unwrap_begin(&pieces, window + begin, close - begin, LOCUS_WRAPPED);
    while (locus_unwrap_next(&pieces) == 1) {
        match.at = match.last = (const unsigned char *)pieces.text;
        if (!KERNEL_NAME(match)(&match, match.at + pieces.len,
                                scan->internal.grammar))
            return 0;
        found->url_len += pieces.len;
        end = (size_t)(pieces.text + pieces.len - window);
    }
    found->off = begin;
    found->len = end - begin;
    found->offset = scan->base + begin;
    return match.last == (const unsigned char *)window + end
        && end > scan->internal.slashes + 1;
}

static size_t less(size_t offset, size_t drop)
{
    return offset < drop ? 0 : offset - drop;
}

/* Ends a call with 0: window[0..drop) is done with. */
static int need_more(struct locus_scan *scan, size_t drop)
{
    scan->drop = drop;
    scan->base += drop;
    scan->internal.at -= drop;
    scan->internal.open = less(scan->internal.open, drop);
    scan->internal.begin = less(scan->internal.begin, drop);
    scan->internal.colon = less(scan->internal.colon, drop);
    scan->internal.slashes = less(scan->internal.slashes, drop);
    return 0;
}

int KERNEL_NAME(scan_wrapped)(struct locus_scan *scan, const char *window,
                              size_t len, int end, struct locus_found *found)
{
    /* What was read of the wrapper that was given up has no other in it. */
    if (scan->internal.phase == LOCUS_SCAN_SKIPPING) {
        scan->internal.state = (uint32_t)wrapped_start;
        scan->skipped_to = scan->base + scan->internal.at;
    }
    scan->internal.phase = LOCUS_SCAN_SEARCHING;

    while (match_wrapped(scan, (const unsigned char *)window, len))
        if (is_url(scan, window, found))
            return 1;
    if (end || scan->internal.state == (uint32_t)wrapped_start)
        return need_more(scan, len);
    if (len - scan->internal.open >= LOCUS_MAX_WRAPPED) {
        scan->internal.state = (uint32_t)wrapped_start;
        return need_more(scan, len);
    }
    scan->internal.phase = LOCUS_SCAN_READING;
    return need_more(scan, scan->internal.open);
}
