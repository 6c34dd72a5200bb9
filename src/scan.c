/* SPDX-License-Identifier: MIT
 *
 * locus_scan_next(), once for each kernel: URLs in a stream of windows. A ":" is
 * a candidate; the bytes left of it are a scheme or not; then the grammar reads
 * from there, and in prose the machines of reader.c beside it. Where a URL ends is
 * theirs to say.
 */
#include <string.h>

#include "kernel.h"
#include "lens.h"
#include "reader.h"
#include "scheme.h"

/* How much of a URL is read at first, so that what is read in vain stays in proportion
   to what is found; and at first after a control sequence, as often as one stands
   there. */
enum { FIRST_BLOCK = 256, LAST_BLOCK = 1 << 20, BLOCK_AFTER_SEQUENCE = 16 };

/* How far the grammar alone reads at once, in the hope that the URL ends there. */
enum { NEARBY = 256 };
#define NOT_NEARBY SIZE_MAX

/* Reads the URL at `start` on. Returns 1 when it has ended, 0 when it may go
   on after the window. */
static int read_url(struct locus_scan *scan, const unsigned char *window,
                    size_t len, int end)
{
    const struct locus_before before = what_is_before(scan, window);

    if (is_read(scan))
        return 1;
    while (scan->internal.read != len) {
        const size_t from = scan->internal.read;
        const size_t rest = len - from;
        struct locus_read_piece piece = { .text = window + from, .len = rest };
        const int is_all = rest <= scan->internal.block;
        size_t read;
        int passed_over;
        int64_t sequence;

        if (!is_all)
            piece.len = scan->internal.block;
        if (is_prose(scan) && !(end && piece.len == rest)) {
            piece.len = whole_marks(piece.text, piece.len);
            if (piece.len == 0)
                break;
        }
        piece.begin = scan->internal.fed;
        piece.end = from + piece.len;
        piece.is_last = end && piece.len == rest;
        piece.may_wait = scan->internal.phase == LOCUS_SCAN_READING;
        if (scan->internal.block < LAST_BLOCK)
            scan->internal.block *= 2;
        switch (KERNEL_NAME(read)(scan, &piece, &before, &read)) {
        case LOCUS_READ_ON:
            scan->internal.read = scan->internal.fed = piece.end;
            continue;
        case LOCUS_READ_AHEAD:
            if (!is_all)
                continue;
            KERNEL_NAME(read_later)(scan, &before);
            return 0;
        case LOCUS_READ_ENDED:
            scan->internal.read = from + read;
            return 1;
        case LOCUS_READ_ESCAPE:
            scan->internal.read = from + read;
            /* It may stand directly after another. */
            if (read > 0)
                scan->internal.fed = from + read;
            break;
        }
        sequence = locus_control_sequence(window + from + read, rest - read,
                                          &passed_over);
        if (sequence < 0 && !end)
            break;
        if (sequence <= 0 || !passed_over) {
            KERNEL_NAME(read_end)(scan, scan->internal.fed, 0, &before);
            return 1;
        }
        scan->internal.read += (size_t)sequence;
        scan->internal.block = BLOCK_AFTER_SEQUENCE;
    }
    if (!end) {
        KERNEL_NAME(read_later)(scan, &before);
        return 0;
    }
    KERNEL_NAME(read_end)(scan, scan->internal.fed, 0, &before);
    return 1;
}

/* In the context LOCUS_RAW, the end of the URL at `start` if it ends within the first
   NEARBY bytes, as nearly all do: without keeping what read_url() needs to go on.
   NOT_NEARBY if it does not. */
static ALWAYS_INLINE size_t end_nearby(const struct locus_scan *scan,
                                       const unsigned char *window, size_t start,
                                       int slashes, size_t len, int end)
{
    const size_t block = len - start < NEARBY ? len - start : NEARBY;
    struct locus_match match = {
        .at = window + start, .last = window + start, .runs_on = (uint32_t)slashes
    };

    if (!KERNEL_NAME(match)(&match, window + start + block, scan->internal.grammar))
        return (size_t)(match.last - window);
    if (!end || start + block != len)
        return NOT_NEARBY;
    return match.last == match.at
               || KERNEL_NAME(match_ends)(&match, scan->internal.grammar)
           ? len : (size_t)(match.last - window);
}

/* Whether the grammar accepts window[start..end), of which it has read more. */
static int is_accepted(const struct locus_scan *scan, const struct locus_match *match,
                       const unsigned char *begin, const unsigned char *end)
{
    struct locus_match again = { .at = begin, .runs_on = match->runs_on };

    if (match->last == end)
        return 1;
    KERNEL_NAME(match)(&again, end, scan->internal.grammar);
    return again.last == end
        || (again.at == end && KERNEL_NAME(match_ends)(&again, scan->internal.grammar));
}

/* window[start..end), if a person takes it for a URL, else nothing. */
static size_t end_if_plausible(const unsigned char *window, size_t start,
                               const unsigned char *end)
{
    struct locus_plausible plausible = { .at = window + start };

    return (KERNEL_NAME(plausible)(&plausible, end) || plausible.decided)
                   && plausible.plausible
               ? (size_t)(end - window) : start;
}

static ALWAYS_INLINE void begin_text(struct locus_text *text, const unsigned char *begin,
                                     uint32_t marks, const struct locus_before *before)
{
    text->match = (struct locus_match){ .at = begin };
    text->before = marks;
    text->opened = QUOTE_NOT_ASKED;
    text->ask = before;
    text->has_opened = 0;
}

/* The end in prose of a URL that no opening mark stands before, as reader.c would say:
   where the machine text stops by itself, the grammar nearly always agrees. `start` if
   it is no URL. */
static size_t end_unquoted(const struct locus_scan *scan, const unsigned char *window,
                           size_t start, size_t len, uint32_t marks,
                           const struct locus_before *before)
{
    /* Less than NEARBY, for text may read on where the grammar does not. */
    enum { ESC = 0x1B, FAR = 128 };
    const unsigned char *const begin = window + start;
    const size_t block = len - start < FAR ? len - start : FAR;
    struct locus_match match = { .at = begin, .runs_on = 1 };
    struct locus_text text;
    const unsigned char *end;

    begin_text(&text, begin, marks, before);
    if (KERNEL_NAME(text)(&text, begin + block) || *text.match.at == ESC)
        return NOT_NEARBY;
    end = text.match.last;
    if (!end)
        return start;
    KERNEL_NAME(match)(&match, end, scan->internal.grammar);
    if (match.last == end
        || (match.at == end && KERNEL_NAME(match_ends)(&match, scan->internal.grammar)))
        return end_if_plausible(window, start, end);
    return match.state == 0 && !match.last ? start : NOT_NEARBY;
}

/* The end in prose of any URL, in the same way. */
static size_t end_in_prose(const struct locus_scan *scan, const unsigned char *window,
                           size_t start, int slashes, size_t len)
{
    enum { ESC = 0x1B, LONGEST_MARK = 3 };
    const unsigned char *const begin = window + start;
    const size_t block = len - start < NEARBY ? len - start : NEARBY;
    const uint32_t before = locus_quote(window, start);
    struct locus_match match = { .at = begin, .runs_on = (uint32_t)slashes };
    struct locus_text text;
    const struct locus_before asked = {
        .scan = scan, .window = window, .floor = scan->internal.previous, .start = start
    };
    const unsigned char *end;

    if (!(before & PARTNERS) && slashes)
        return end_unquoted(scan, window, start, len, before, &asked);
    if (KERNEL_NAME(match)(&match, begin + block, scan->internal.grammar)
        || (size_t)(begin + block - match.at) <= LONGEST_MARK || *match.at == ESC)
        return NOT_NEARBY;
    if (!match.last)
        return start;
    if (before & PARTNERS) {
        struct locus_quoted quoted = { .at = begin, .partners = before & PARTNERS };

        KERNEL_NAME(quoted)(&quoted, match.at + LONGEST_MARK);
        if (quoted.partner && quoted.partner <= match.at
            && is_accepted(scan, &match, begin, quoted.partner))
            return quoted.plausible == 1 ? (size_t)(quoted.partner - window) : start;
    }
    begin_text(&text, begin, before, &asked);
    if (KERNEL_NAME(text)(&text, match.last)
        && !KERNEL_NAME(text_end)(&text, begin + block))
        return NOT_NEARBY;
    end = text.match.last;
    if (!end)
        return start;
    if (!is_accepted(scan, &match, begin, end))
        return NOT_NEARBY;
    return end_if_plausible(window, start, end);
}

/* Ends a call with 0: window[0..keep) is done with. */
static int need_more(struct locus_scan *scan, size_t keep)
{
    scan->drop = keep;
    scan->base += keep;
    scan->internal.at -= keep;
    scan->internal.floor = less(scan->internal.floor, keep);
    scan->internal.previous = less(scan->internal.previous, keep);
    scan->internal.unpaired = less(scan->internal.unpaired, keep);
    if (scan->internal.phase == LOCUS_SCAN_READING) {
        scan->internal.start -= keep;
        scan->internal.least -= keep;
        scan->internal.read -= keep;
        scan->internal.fed -= keep;
        scan->internal.url.agreed = less(scan->internal.url.agreed, keep);
    }
    return 0;
}

/* What prose needs of the bytes before a place. */
static size_t kept_before(const struct locus_scan *scan, size_t at)
{
    return is_prose(scan) ? less(at, OPENED_LENGTH) : at;
}

/* Nothing was found up to `at`. The scheme of a URL may end the window, and the
   bytes before it are needed to tell where it begins and what quotes it. In prose
   control sequences may stand in it. */
static __attribute__((noinline, cold)) int
search_on(struct locus_scan *scan, const char *window, size_t at)
{
    size_t keep = at;

    scan->internal.at = at;
    if (is_prose(scan))
        return need_more(scan, kept_before(scan, less(at, LOCUS_MAX_SCHEME)));
    while (keep > scan->internal.floor && at - keep <= LOCUS_MAX_SCHEME
           && is_scheme_byte(scan, (unsigned char)window[keep - 1]))
        keep--;
    return need_more(scan, keep);
}

static void begin_url(struct locus_scan *scan, const unsigned char *window,
                      size_t start, size_t least, int slashes)
{
    struct locus_before before;

    scan->internal.phase = LOCUS_SCAN_READING;
    scan->internal.start = scan->internal.read = scan->internal.fed = start;
    scan->internal.least = least;
    scan->internal.block = FIRST_BLOCK;
    before = what_is_before(scan, window);
    KERNEL_NAME(read_begin)(scan, &before, slashes);
}

static int found_url(struct locus_scan *scan, size_t start, size_t end,
                     size_t url_len, struct locus_found *found)
{
    scan->internal.at = scan->internal.floor = scan->internal.previous = end;
    found->off = start;
    found->len = end - start;
    found->url_len = url_len;
    found->offset = scan->base + start;
    return 1;
}

/* In the context LOCUS_RAW or LOCUS_TEXT, a constant for each. */
static ALWAYS_INLINE int search(struct locus_scan *scan, enum locus_context context,
                                const char *window, size_t len, int end,
                                struct locus_found *found)
{
    const unsigned char *bytes = (const unsigned char *)window;
    struct colons colons = { 0 };

    for (;;) {
        size_t colon, start, least, url;
        int slashes, path;

        if (scan->internal.phase == LOCUS_SCAN_READING) {
            if (!read_url(scan, bytes, len, end))
                return need_more(scan, kept_before(scan, scan->internal.start));
            scan->internal.phase = LOCUS_SCAN_SEARCHING;
            url = read_result(scan);
            if (url > scan->internal.least)
                return found_url(scan, scan->internal.start, url,
                                 scan->internal.url.decoded_agreed, found);
        } else if (scan->internal.phase == LOCUS_SCAN_SKIPPING) {
            if (!read_url(scan, bytes, len, end)) {
                const size_t keep = scan->internal.read;

                scan->internal.read = scan->internal.fed = 0;
                scan->internal.at = len;
                return need_more(scan, keep);
            }
            scan->internal.phase = LOCUS_SCAN_SEARCHING;
            scan->internal.at = scan->internal.floor = scan->internal.previous
                              = scan->internal.read;
            scan->skipped_to = scan->base + scan->internal.read;
        }

        colon = (size_t)(lens_colon(&colons, bytes + scan->internal.at,
                                    bytes + len, bytes,
                                    (enum bare)scan->internal.bare) - bytes);
        if (colon == len) {
            if (end) {
                scan->internal.at = len;
                return need_more(scan, len);
            }
            return search_on(scan, window, len);
        }
        if (len - colon < 3 && !end)
            return search_on(scan, window, colon);

        slashes = len - colon >= 3 && window[colon + 1] == '/'
               && window[colon + 2] == '/';
        path = slashes || (len - colon >= 2 && window[colon + 1] == '/');
        start = url_start_in(scan, context, window, scan->internal.floor, colon,
                             slashes, path);
        scan->internal.at = colon + 1;
        if (start == colon)
            continue;
        least = colon + (slashes ? 3 : 1);
        if (scan->delimiter_count > 0)
            url = NOT_NEARBY;
        else if (context == LOCUS_TEXT)
            url = end_in_prose(scan, bytes, start, slashes, len);
        else
            url = end_nearby(scan, bytes, start, slashes, len, end);
        if (url == NOT_NEARBY)
            begin_url(scan, bytes, start, least, slashes);
        else if (url > least)
            return found_url(scan, start, url, url - start, found);
    }
}

/* What the first call finds out. */
static __attribute__((noinline, cold)) void begin_scan(struct locus_scan *scan)
{
    scan->internal.begun = 1;
    scan->internal.bare = (uint8_t)bare_colons(scan);
    pack_list(scan);
    list_delimiters(scan);
}

static __attribute__((noinline)) int
search_raw(struct locus_scan *scan, const char *window, size_t len, int end,
           struct locus_found *found)
{
    return search(scan, LOCUS_RAW, window, len, end, found);
}

static __attribute__((noinline)) int
search_text(struct locus_scan *scan, const char *window, size_t len, int end,
            struct locus_found *found)
{
    return search(scan, LOCUS_TEXT, window, len, end, found);
}

int KERNEL_NAME(scan_next)(struct locus_scan *scan, const char *window,
                           size_t len, int end, struct locus_found *found)
{
    if (!scan->internal.begun)
        begin_scan(scan);
    if (scan->internal.context == LOCUS_RAW)
        return search_raw(scan, window, len, end, found);
    if (scan->internal.context == LOCUS_TEXT)
        return search_text(scan, window, len, end, found);
    if (scan->internal.context == LOCUS_WRAPPED)
        return KERNEL_NAME(scan_wrapped)(scan, window, len, end, found);
    return KERNEL_NAME(scan_json)(scan, window, len, end, found);
}

const struct locus_scanner KERNEL_NAME(scanner) = {
    .match = KERNEL_NAME(match),
    .text = KERNEL_NAME(text),
    .quoted = KERNEL_NAME(quoted),
    .scan_next = KERNEL_NAME(scan_next),
};
