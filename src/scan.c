/* SPDX-License-Identifier: MIT
 *
 * locus_scan_next(), once for each kernel: URLs in a stream of windows. A ":" is
 * a candidate; the bytes left of it are a scheme or not; then the grammar reads
 * from there, and in prose the machine text beside it. Where a URL ends is
 * theirs to say.
 */
#include <string.h>

#include "kernel.h"
#include "lens.h"
#include "scheme.h"

/* How much a grammar reads at first before the context is asked, so that what
   it reads in vain stays in proportion to what is found. */
enum { FIRST_BLOCK = 64, LAST_BLOCK = 1 << 20 };

/* How often the grammar and prose ask each other where a URL ends. */
enum { TIMES_ASKED = 8 };

/* How far it is read before that, in the hope that it ends there. */
enum { NEARBY = 256 };
#define NOT_NEARBY SIZE_MAX

/* Reads the URL at `start` on. Returns 1 when it has ended, 0 when it may go
   on behind the window. */
static int read_url(struct locus_scan *scan, const unsigned char *window,
                    size_t len, int end)
{
    struct locus_match match = {
        .at = window + scan->internal.read,
        .last = window + scan->internal.last,
        .state = scan->internal.state,
    };
    struct locus_text text = {
        .match = {
            .at = match.at,
            .last = window + scan->internal.text_last,
            .state = scan->internal.text_state,
        },
        .open = {
            scan->internal.text_open[0],
            scan->internal.text_open[1],
            scan->internal.text_open[2],
        },
        .quoted = scan->internal.text_quoted,
    };
    const int prose = scan->internal.context == LOCUS_TEXT;
    const int bounded = is_bounded(scan->internal.grammar);
    int ended = 0;

    while (!ended && match.at != window + len) {
        size_t block = (size_t)(window + len - match.at);

        if (prose && block > scan->internal.block)
            block = scan->internal.block;
        if (bounded && block > UNDECIDED - (size_t)(match.at - match.last))
            block = UNDECIDED - (size_t)(match.at - match.last);
        ended = !KERNEL_NAME(match)(&match, match.at + block,
                             scan->internal.grammar);
        if (prose)
            ended |= !KERNEL_NAME(text)(&text, match.at);
        if (bounded && match.at - match.last == UNDECIDED)
            ended = 1;
        if (scan->internal.block < LAST_BLOCK)
            scan->internal.block *= 2;
    }
    scan->internal.read = (size_t)((prose ? text.match.at : match.at)
                                   - window);
    scan->internal.last = (size_t)(match.last - window);
    scan->internal.state = match.state;
    scan->internal.text_last = (size_t)(text.match.last - window);
    scan->internal.text_state = text.match.state;
    memcpy(scan->internal.text_open, text.open, sizeof text.open);
    return ended || end;
}

/* The end of the longest prefix of window[start..end) that the grammar
   accepts. */
static size_t accepted(const struct locus_scan *scan,
                       const unsigned char *window, size_t start, size_t end)
{
    struct locus_match match = {
        .at = window + start, .last = window + start
    };

    KERNEL_NAME(match)(&match, window + end, scan->internal.grammar);
    return (size_t)(match.last - window);
}

/* The end of the longest prefix of window[start..end) that may stand in
   prose. */
static size_t accepted_in_text(uint32_t quoted, const unsigned char *window,
                               size_t start, size_t end)
{
    struct locus_text text = {
        .match = { .at = window + start, .last = window + start },
        .quoted = quoted, .window = window, .start = start
    };

    KERNEL_NAME(text)(&text, window + end);
    return (size_t)(text.match.last - window);
}

/* agreed_end() where they do not agree for long: both read byte by byte, once. */
static size_t agree_by_bytes(const struct locus_scan *scan, uint32_t quoted,
                             const unsigned char *window, size_t start,
                             size_t end)
{
    struct locus_match match = {
        .at = window + start, .last = window + start
    };
    struct locus_text text = {
        .match = match, .quoted = quoted, .window = window, .start = start
    };
    size_t agreed = start;

    for (size_t at = start + 1; at <= end; at++) {
        if (!KERNEL_NAME(match)(&match, window + at, scan->internal.grammar)
            || !KERNEL_NAME(text)(&text, window + at))
            break;
        if (match.last == match.at && text.match.last == text.match.at)
            agreed = at;
    }
    return agreed;
}

/* agreed_end() where they do not agree at once. Each asks the other for a shorter
   prefix, which nearly always is the last time. */
static size_t agree(const struct locus_scan *scan, uint32_t quoted,
                    const unsigned char *window, size_t start, size_t end,
                    size_t in_text)
{
    for (unsigned times = 0; end != in_text; times++) {
        if (times == TIMES_ASKED)
            return agree_by_bytes(scan, quoted, window, start,
                                  end < in_text ? end : in_text);
        if (end > in_text)
            end = accepted(scan, window, start, in_text);
        else
            in_text = accepted_in_text(quoted, window, start, end);
    }
    return end;
}

/* The end of the URL at `start`: the longest prefix that the grammar, which
   accepts it up to `end`, and prose both accept. */
static inline size_t agreed_end(const struct locus_scan *scan, uint32_t quoted,
                                const unsigned char *window, size_t start,
                                size_t end, size_t in_text)
{
    return end == in_text ? end
                          : agree(scan, quoted, window, start, end, in_text);
}

/* The end of the URL that read_url() has read. */
static size_t url_end(const struct locus_scan *scan,
                      const unsigned char *window)
{
    if (scan->internal.context == LOCUS_RAW)
        return scan->internal.last;
    return agreed_end(scan, scan->internal.text_quoted, window,
                      scan->internal.start, scan->internal.last,
                      scan->internal.text_last);
}

/* The end of the URL at `start` if it ends within the first NEARBY bytes, as
   nearly all do: without keeping what read_url() needs to go on. NOT_NEARBY if
   it does not. One that ends at `least` or before is none. */
static size_t end_nearby(const struct locus_scan *scan,
                         const unsigned char *window, size_t start,
                         size_t least, size_t len, int end)
{
    const size_t block = len - start < NEARBY ? len - start : NEARBY;
    const int whole = end && start + block == len;
    struct locus_match match = {
        .at = window + start, .last = window + start
    };
    int ended = !KERNEL_NAME(match)(&match, window + start + block,
                                    scan->internal.grammar);
    struct locus_text text;

    if (ended | whole) {
        const size_t longest = (size_t)(match.last - window);

        if (scan->internal.context == LOCUS_RAW || longest <= least)
            return longest;
    } else if (scan->internal.context == LOCUS_RAW) {
        return NOT_NEARBY;
    }
    text = (struct locus_text){
        .match = { .at = window + start, .last = window + start },
        .quoted = QUOTE_NOT_ASKED, .window = window, .start = start
    };
    ended |= !KERNEL_NAME(text)(&text, match.at);
    if (!ended && !whole)
        return NOT_NEARBY;
    return agreed_end(scan, text.quoted, window, start,
                      (size_t)(match.last - window),
                      (size_t)(text.match.last - window));
}

/* Ends a call with 0: window[0..keep) is done with. */
static int need_more(struct locus_scan *scan, size_t keep)
{
    scan->drop = keep;
    scan->base += keep;
    scan->internal.at -= keep;
    scan->internal.floor -= scan->internal.floor < keep ? scan->internal.floor
                                                        : keep;
    if (scan->internal.phase == LOCUS_SCAN_READING) {
        scan->internal.start -= keep;
        scan->internal.least -= keep;
        scan->internal.read -= keep;
        scan->internal.last -= keep;
        scan->internal.text_last -= keep;
    }
    return 0;
}

/* Nothing was found up to `at`. The scheme of a URL may end the window, and the
   bytes before it are needed to tell where it begins and what quotes it. */
static int search_on(struct locus_scan *scan, const char *window, size_t at)
{
    size_t keep = at;

    scan->internal.at = at;
    while (keep > scan->internal.floor && at - keep <= LOCUS_MAX_SCHEME
           && is_scheme_byte(scan, (unsigned char)window[keep - 1]))
        keep--;
    return need_more(scan, keep > QUOTE_LENGTH ? keep - QUOTE_LENGTH : 0);
}

static void begin_url(struct locus_scan *scan, const char *window,
                      size_t start, size_t least)
{
    scan->internal.phase = LOCUS_SCAN_READING;
    scan->internal.start = start;
    scan->internal.least = least;
    scan->internal.read = start;
    scan->internal.block = FIRST_BLOCK;
    scan->internal.last = start;
    scan->internal.text_last = start;
    scan->internal.state = 0;
    scan->internal.text_state = 0;
    memset(scan->internal.text_open, 0, sizeof scan->internal.text_open);
    if (scan->internal.context == LOCUS_TEXT)
        scan->internal.text_quoted =
            locus_quote((const unsigned char *)window, start);
}

static int found_url(struct locus_scan *scan, size_t start, size_t end,
                     struct locus_found *found)
{
    scan->internal.at = scan->internal.floor = end;
    found->off = start;
    found->len = found->url_len = end - start;
    found->offset = scan->base + start;
    return 1;
}

int KERNEL_NAME(scan_next)(struct locus_scan *scan, const char *window,
                           size_t len, int end, struct locus_found *found)
{
    const unsigned char *bytes = (const unsigned char *)window;
    struct colons colons = { 0 };

    if (!scan->internal.begun) {
        scan->internal.begun = 1;
        scan->internal.bare = (uint8_t)bare_colons(scan);
        pack_list(scan);
    }
    if (scan->internal.context == LOCUS_WRAPPED)
        return KERNEL_NAME(scan_wrapped)(scan, window, len, end, found);
    if (scan->internal.context == LOCUS_JSON)
        return KERNEL_NAME(scan_json)(scan, window, len, end, found);
    for (;;) {
        size_t colon, start, least, url;
        int slashes;

        if (scan->internal.phase == LOCUS_SCAN_READING) {
            if (!read_url(scan, bytes, len, end))
                return need_more(scan, scan->internal.start);
            scan->internal.phase = LOCUS_SCAN_SEARCHING;
            url = url_end(scan, bytes);
            if (url > scan->internal.least)
                return found_url(scan, scan->internal.start, url, found);
        } else if (scan->internal.phase == LOCUS_SCAN_SKIPPING) {
            if (!read_url(scan, bytes, len, end)) {
                scan->internal.read = scan->internal.last = 0;
                scan->internal.text_last = 0;
                scan->internal.at = len;
                return need_more(scan, len);
            }
            scan->internal.phase = LOCUS_SCAN_SEARCHING;
            scan->internal.at = scan->internal.floor = scan->internal.read;
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
        start = url_start(scan, window, scan->internal.floor, colon,
                          slashes);
        scan->internal.at = colon + 1;
        if (start == colon)
            continue;
        least = colon + (slashes ? 3 : 1);
        url = end_nearby(scan, bytes, start, least, len, end);
        if (url == NOT_NEARBY)
            begin_url(scan, window, start, least);
        else if (url > least)
            return found_url(scan, start, url, found);
    }
}

const struct locus_kernel KERNEL_NAME(kernel) = {
    .name = KERNEL_STRING(KERNEL),
    .needs = LENS_NEEDS,
    .parse = KERNEL_NAME(parse),
    .match = KERNEL_NAME(match),
    .text = KERNEL_NAME(text),
    .scan_next = KERNEL_NAME(scan_next),
};
