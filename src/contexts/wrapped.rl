/* SPDX-License-Identifier: MIT
 *
 * The context wrapped: URLs in angle brackets (RFC 1738, appendix; RFC 3986, appendix C).
 * The machine angle-brackets finds what may be one; the grammar then reads the pieces
 * between the white space, which the machine unwrap finds.
 */
#define CONTEXT wrapped
#include "scan/context.h"

#define TRAITS LOCUS_CONTEXT_WRAPPED

#ifdef KERNEL
#include <string.h>

#include "kernel/lens.h"
#include "runs/wrapped-runs.h"
#include "scan/url-start.h"

/* Whether the ">" at `close` closes the wrapper. `at` is the place where this is decided.
   `marks` is 1 if the ">" was counted as a quote mark of its line, else 0. Its line,
   without it, and all lines since that of the "<" must have the same quote depth (RFC
   3676, section 4.5). */
static int is_closed(struct locus_scan *scan, size_t close, size_t at,
                     size_t marks)
{
    if (scan->internal.of.wrapped.broken
        || scan->internal.of.wrapped.depth != scan->internal.of.wrapped.open_depth + marks
        || at - scan->internal.of.wrapped.open >= LOCUS_MAX_WRAPPED)
        return 0;
    scan->internal.of.wrapped.close = close;
    scan->internal.of.wrapped.broken = 1;
    return 1;
}

static inline size_t offset_in(const unsigned char *window, const unsigned char *p)
{
    return (size_t)(p - window);
}

%%{
machine angle_brackets;

action run              { RUN(ftargs) }
action accept           { open_at = p + 1; }

# "<"
action open {
    wrapped->open = offset_in(window, p);
    wrapped->open_depth = wrapped->depth;
    wrapped->broken = 0;
}

# The first byte of the URL.
action begin            { wrapped->begin = offset_in(window, p); }

# The ":" of its scheme.
action colon {
    wrapped->colon = offset_in(window, p);
    wrapped->path = wrapped->slashes = wrapped->colon;
}

# The "/" after that ":", and the second "/".
action path             { wrapped->path = offset_in(window, p); }
action slashes          { wrapped->slashes = offset_in(window, p); }

# ">" at a line's beginning.
action quote {
    wrapped->quote = offset_in(window, p);
    wrapped->depth++;
}

# The end of a line that is not blank.
action line {
    if (wrapped->depth != wrapped->open_depth)
        wrapped->broken = 1;
    wrapped->depth = 0;
}

# ">" inside a line.
action close {
    const size_t at = offset_in(window, p);

    if (is_closed(scan, at, at, 0)) {
        closed = 1;
        fbreak;
    }
}

# The place that shows that the ">" at the beginning of the line may close the wrapper.
# If it does, the ">" was not a quote mark.
action close_blank {
    if (is_closed(scan, wrapped->quote, offset_in(window, p), 1)) {
        wrapped->depth--;
        closed = 1;
        fbreak;
    }
}

action close_break {
    if (is_closed(scan, wrapped->quote, offset_in(window, p), 1)) {
        wrapped->depth = 0;
        closed = 1;
        fbreak;
    }
}

action close_end        { closed = is_closed(scan, wrapped->quote, offset_in(window, p), 1); }

include angle_brackets "contexts/angle-brackets.rl";
write data noerror nofinal noentry;
}%%

/* Reads on until after the next ">" that may close a wrapper. Returns 0 if there is
   none in the window. */
static int find_close(struct locus_scan *scan, const unsigned char *window, size_t len,
                      int end)
{
    __typeof__(scan->internal.of.wrapped) *const wrapped = &scan->internal.of.wrapped;
    const unsigned char *p = window + scan->internal.at;
    const unsigned char *const pe = window + len;
    const unsigned char *const eof = end ? pe : NULL;
    const unsigned char *open_at = wrapped->is_open ? p : NULL;
    int cs = wrapped->state ? (int)wrapped->state : angle_brackets_start;
    int closed = 0;
    LENS_BEGIN(angle_brackets)

    %% write exec;
    scan->internal.at = offset_in(window, p);
    wrapped->state = (uint32_t)cs;
    wrapped->is_open = open_at == p && !wrapped->broken;
    return closed;
}

%%{
machine unwrap;

action begin            { begin = p; }

action end {
    pieces->text = (const char *)begin;
    pieces->len = (size_t)(p - begin);
    found = 1;
    goto stop;
}

include unwrap "contexts/unwrap.rl";
write data noerror nofinal noentry;
}%%

/* Finds the next piece of the text between white space: locus_unwrap_next(). */
static int find_piece(struct locus_unwrapping *pieces)
{
    const unsigned char *p = (const unsigned char *)pieces->internal.at;
    const unsigned char *const pe = (const unsigned char *)pieces->internal.end;
    const unsigned char *const eof = pe;
    const unsigned char *begin = p;
    int cs = unwrap_start;
    int found = 0;

    %% write exec;
    (void)cs;
stop:
    pieces->internal.at = (const char *)p;
    return found;
}

/* The pieces of window[begin..end). */
static struct locus_unwrapping pieces_of(const struct locus_window *window, size_t begin,
                                         size_t end)
{
    const char *const text = (const char *)window->bytes;

    return (struct locus_unwrapping){
        .internal = { .at = text + begin, .end = text + end }
    };
}

/* Whether all the text before the ":" is a scheme that counts. */
static int is_scheme(const struct locus_scan *scan, const struct locus_window *window)
{
    const size_t colon = scan->internal.of.wrapped.colon;
    const int path = scan->internal.of.wrapped.path > colon;
    const int slashes = scan->internal.of.wrapped.slashes > colon;
    struct locus_unwrapping pieces = pieces_of(window, scan->internal.of.wrapped.begin, colon);
    char scheme[LOCUS_MAX_SCHEME];
    size_t len = 0;
    int joined;

    while (find_piece(&pieces)) {
        if (pieces.len > sizeof scheme - len)
            return 0;
        memcpy(scheme + len, pieces.text, pieces.len);
        len += pieces.len;
    }
    return url_start_in(scan, TRAITS, scheme, 0, len, slashes, path, &joined) == 0;
}

/* The first delimiter in window[begin..end), or its end. */
static size_t find_delimiter(const struct locus_scan *scan, const unsigned char *window,
                             size_t begin, size_t end)
{
    if (scan->delimiter_count > 0)
        for (size_t at = begin; at < end; at++)
            if (is_delimiter(scan, window[at]))
                return at;
    return end;
}

/* Copies a piece of the URL, as far as there is room. */
static void copy(const struct locus_scan *scan, size_t at, const struct locus_unwrapping *piece)
{
    if (scan->buf && at < scan->buf_size) {
        const size_t room = scan->buf_size - at;

        memcpy(scan->buf + at, piece->text, piece->len < room ? piece->len : room);
    }
}

/* Whether there is a URL at the places that the machine has marked, up to the ">" or a
   delimiter. */
static int is_url(const struct locus_scan *scan, const struct locus_window *window,
                  struct locus_found *found)
{
    const size_t begin = scan->internal.of.wrapped.begin;
    const size_t colon = scan->internal.of.wrapped.colon;
    const size_t path = scan->internal.of.wrapped.path;
    const size_t slashes = scan->internal.of.wrapped.slashes;
    const size_t last = slashes > path ? slashes : path;
    const struct locus_grammar *const grammar = scan->internal.grammar;
    struct locus_unwrapping pieces;
    struct locus_match match = { .runs_on = slashes > colon };
    size_t end = begin, url_len = 0;

    if (colon < begin             /* that of "URL:" */
        || !is_scheme(scan, window))
        return 0;
    pieces = pieces_of(window, begin, find_delimiter(scan, window->bytes, begin,
                                                     scan->internal.of.wrapped.close));
    while (find_piece(&pieces)) {
        match.at = match.last = (const unsigned char *)pieces.text;
        if (!KERNEL_NAME(match)(&match, match.at + pieces.len, grammar))
            return 0;
        copy(scan, url_len, &pieces);
        url_len += pieces.len;
        end = (size_t)((const unsigned char *)pieces.text + pieces.len - window->bytes);
    }
    if (end <= last + 1
        || !(match.last == match.at || KERNEL_NAME(match_ends)(&match, grammar)))
        return 0;
    found_url(scan, window, begin, end, url_len, found);
    return 1;
}

/* Gives up the open wrapper. What was read of it contains no other wrapper. */
static void release(struct locus_scan *scan)
{
    scan->internal.of.wrapped.broken = 1;
    scan->internal.of.wrapped.is_open = 0;
}

static void rebase(struct locus_scan *scan, size_t drop)
{
    scan->internal.of.wrapped.open = less(scan->internal.of.wrapped.open, drop);
    scan->internal.of.wrapped.begin = less(scan->internal.of.wrapped.begin, drop);
    scan->internal.of.wrapped.colon = less(scan->internal.of.wrapped.colon, drop);
    scan->internal.of.wrapped.path = less(scan->internal.of.wrapped.path, drop);
    scan->internal.of.wrapped.slashes = less(scan->internal.of.wrapped.slashes, drop);
    scan->internal.of.wrapped.quote = less(scan->internal.of.wrapped.quote, drop);
}

static enum locus_searched search(struct locus_scan *scan, const struct locus_window *window,
                                  struct locus_found *found)
{
    const size_t len = window->len;

    scan->internal.phase = LOCUS_SCAN_SEARCHING;
    while (find_close(scan, window->bytes, len, window->end))
        if (is_url(scan, window, found))
            return LOCUS_SEARCH_FOUND;
    if (!window->end && scan->internal.of.wrapped.is_open
        && len - scan->internal.of.wrapped.open >= LOCUS_MAX_WRAPPED)
        release(scan);
    scan->drop = len;
    if (!window->end && scan->internal.of.wrapped.is_open) {
        scan->internal.phase = LOCUS_SCAN_WAITING;
        scan->internal.start = scan->drop = scan->internal.of.wrapped.open;
    }
    return LOCUS_SEARCH_ON;
}

static int next(struct locus_scan *scan, const char *text, size_t len, int end,
                struct locus_found *found)
{
    return scan_by(scan, &SEARCHER, NULL, text, len, end, found, search);
}
#endif

SEARCHER_OBJECT(
    .next = next, .release = release, .rebase = rebase,
    .unwrap = find_piece
)

CONTEXT_OBJECT(
    .name = "wrapped",
    .description = "URLs in <URL:...> and <...>, which may contain line breaks",
    .traits = TRAITS
)
