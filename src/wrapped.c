/* SPDX-License-Identifier: MIT
 *
 * The context LOCUS_WRAPPED, once for each kernel: URLs in angle brackets. The
 * machine wrapped finds what may be one; the grammar then reads the pieces
 * between the white space.
 */
#include "kernel.h"
#include "lens.h"
#include "scheme.h"

/* Whether the ">" at `close` closes the wrapper, of which the machine knows at `at`:
   there it is the last one of `marks` more than the quote marks of the line of the
   "<". A line between that has another quote depth is none of the wrapper's (RFC 3676,
   section 4.5). */
static int is_closed(struct locus_scan *scan, size_t close, size_t at,
                     size_t marks)
{
    if (scan->internal.broken
        || scan->internal.depth != scan->internal.open_depth + marks
        || at - scan->internal.open >= LOCUS_MAX_WRAPPED)
        return 0;
    scan->internal.close = close;
    scan->internal.broken = 1;
    return 1;
}

/* Reads on to after the next ">" that may close a wrapper. Returns 0 if there
   is none in the window. */
#define MACHINE(name) \
    static int match_##name(struct locus_scan *scan, \
                            const unsigned char *window, size_t len, int end)

#define MACHINE_BEGIN(name) \
    const unsigned char *p = window + scan->internal.at; \
    const unsigned char *const pe = window + len; \
    const unsigned char *const eof = end ? pe : NULL; \
    const unsigned char *open_at = scan->internal.is_open ? p : NULL; \
    int cs = scan->internal.state ? (int)scan->internal.state : name##_start; \
    int closed = 0; \
    LENS_BEGIN(name)

#define MACHINE_END \
stop: \
    scan->internal.at = (size_t)(p - window); \
    scan->internal.state = (uint32_t)cs; \
    scan->internal.is_open = open_at == p && !scan->internal.broken; \
    return closed;

#define AT (size_t)(p - window)
#define ACCEPT open_at = p + 1;
#define MARK(name) \
    scan->internal.name = AT;
#define OPEN \
    MARK(open) \
    scan->internal.open_depth = scan->internal.depth; \
    scan->internal.broken = 0;
#define QUOTE \
    MARK(quote) \
    scan->internal.depth++;
#define LINE \
    if (scan->internal.depth != scan->internal.open_depth) \
        scan->internal.broken = 1; \
    scan->internal.depth = 0;

#define STOP(state) \
    closed = 1; \
    p++; \
    cs = (int)(state); \
    goto stop;
#define CLOSE(state) \
    if (is_closed(scan, AT, AT, 0)) { \
        STOP(state) \
    }
/* The ">" was no quote mark. */
#define CLOSE_BLANK(state) \
    if (is_closed(scan, scan->internal.quote, AT, 1)) { \
        scan->internal.depth--; \
        STOP(state) \
    }
#define CLOSE_BREAK(state) \
    if (is_closed(scan, scan->internal.quote, AT, 1)) { \
        scan->internal.depth = 0; \
        STOP(state) \
    }
#define CLOSE_END \
    closed = is_closed(scan, scan->internal.quote, AT, 1);

#include "runs/wrapped.h"

#include "wrapped.h"

/* Whether the scheme is one that counts: all that stands before the ":". */
static int is_scheme(const struct locus_scan *scan, const char *window)
{
    const size_t begin = scan->internal.begin;
    const int path = scan->internal.path > scan->internal.colon;
    const int slashes = scan->internal.slashes > scan->internal.colon;
    char scheme[LOCUS_MAX_SCHEME];
    size_t len;

    return locus_unwrap(scheme, sizeof scheme, &len, window + begin,
                        scan->internal.colon - begin, LOCUS_WRAPPED) == 0
        && url_start(scan, scheme, 0, len, slashes, path) == 0;
}

/* The first delimiter in window[begin..end), or its end. */
static size_t find_delimiter(const struct locus_scan *scan, const char *window,
                             size_t begin, size_t end)
{
    if (scan->delimiter_count > 0)
        for (size_t at = begin; at < end; at++)
            if (is_delimiter(scan, (unsigned char)window[at]))
                return at;
    return end;
}

/* Whether a URL stands between the marks of the machine, up to the ">" or a
   delimiter. */
static int is_url(const struct locus_scan *scan, const char *window,
                  struct locus_found *found)
{
    const size_t begin = scan->internal.begin;
    const struct locus_grammar *const grammar = scan->internal.grammar;
    struct locus_unwrapping pieces;
    struct locus_match match = {
        .runs_on = scan->internal.slashes > scan->internal.colon
    };
    const size_t last = scan->internal.slashes > scan->internal.path
                      ? scan->internal.slashes : scan->internal.path;
    size_t end = begin;

    if (scan->internal.colon < begin      /* that of "URL:" */
        || !is_scheme(scan, window))
        return 0;
    found->url_len = 0;
    locus_unwrap_begin(&pieces, window + begin,
                       find_delimiter(scan, window, begin, scan->internal.close)
                       - begin, LOCUS_WRAPPED);
    while (locus_unwrap_next(&pieces) == 1) {
        match.at = match.last = (const unsigned char *)pieces.text;
        if (!KERNEL_NAME(match)(&match, match.at + pieces.len, grammar))
            return 0;
        found->url_len += pieces.len;
        end = (size_t)(pieces.text + pieces.len - window);
    }
    found->off = begin;
    found->len = end - begin;
    found->offset = scan->base + begin;
    return end > last + 1
        && (match.last == match.at || KERNEL_NAME(match_ends)(&match, grammar));
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
    scan->internal.path = less(scan->internal.path, drop);
    scan->internal.slashes = less(scan->internal.slashes, drop);
    scan->internal.quote = less(scan->internal.quote, drop);
    return 0;
}

/* The wrapper that is open is none. What was read of it has no other in it. */
static void give_up(struct locus_scan *scan)
{
    scan->internal.broken = 1;
    scan->internal.is_open = 0;
}

int KERNEL_NAME(scan_wrapped)(struct locus_scan *scan, const char *window,
                              size_t len, int end, struct locus_found *found)
{
    if (scan->internal.phase == LOCUS_SCAN_SKIPPING) {
        give_up(scan);
        scan->skipped_to = scan->base + scan->internal.at;
    }
    scan->internal.phase = LOCUS_SCAN_SEARCHING;

    while (match_wrapped(scan, (const unsigned char *)window, len, end))
        if (is_url(scan, window, found))
            return 1;
    if (!end && scan->internal.is_open
        && len - scan->internal.open >= LOCUS_MAX_WRAPPED)
        give_up(scan);
    if (end || !scan->internal.is_open)
        return need_more(scan, len);
    scan->internal.phase = LOCUS_SCAN_READING;
    return need_more(scan, scan->internal.open);
}
