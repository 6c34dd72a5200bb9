/* SPDX-License-Identifier: MIT
 *
 * The contexts that read a text as it is: raw and text. The search goes from ":" to ":"
 * and checks whether the bytes before it are a scheme. The including file defines
 * TRAITS, the traits of its context, and end_nearby().
 */
#include "kernel/lens.h"
#include "scan/read.h"
#include "scan/url-start.h"

/* How far end_nearby() reads. */
enum { NEARBY = 256 };
#define NOT_NEARBY SIZE_MAX
/* The same, and the mark before the URL has no partner. */
#define NOT_NEARBY_UNPAIRED (SIZE_MAX - 1)

/* The end of the URL at window->bytes[start] if it ends within NEARBY bytes, as nearly
   all do. `start` if there is no URL; a URL that ends at `least` does not count. NOT_NEARBY
   if the URL may end later: the reader then reads it again from its beginning. */
static ALWAYS_INLINE size_t end_nearby(struct locus_scan *scan,
                                       const struct locus_window *window, size_t start,
                                       size_t least, int slashes);

static void read_plain(struct locus_scan *scan, const struct locus_window *window,
                       struct locus_read_piece *piece)
{
    const size_t from = scan->internal.read;
    const size_t rest = window->len - from;

    piece->text = window->bytes + from;
    piece->known = rest;
    piece->is_all = 1;
    piece->is_end = window->end;
}

/* Nothing was found up to `at`. The window may end within the scheme of a URL, and the
   bytes before that are needed to find where the scheme begins and whether it is
   quoted. In prose, a scheme may contain control sequences. */
static __attribute__((noinline, cold)) enum locus_searched
search_on(struct locus_scan *scan, const struct locus_window *window, size_t at)
{
    size_t keep = at;

    scan->internal.at = at;
    if (TRAITS & LOCUS_CONTEXT_PROSE)
        keep = kept_before(scan, less(at, LOCUS_MAX_SCHEME));
    else
        while (keep > scan->internal.floor && at - keep <= LOCUS_MAX_SCHEME
               && is_scheme_byte(scan, window->bytes[keep - 1]))
            keep--;
    scan->drop = keep;
    return LOCUS_SEARCH_ON;
}

/* Begins a URL that is not read at once. `url` is NOT_NEARBY or NOT_NEARBY_UNPAIRED. */
static __attribute__((noinline)) enum locus_searched
begin_far(struct locus_scan *scan, const struct locus_window *window, size_t start,
          size_t least, int slashes, size_t url)
{
    KERNEL_NAME(begin_url)(scan, window, start, least, slashes);
    if ((TRAITS & LOCUS_CONTEXT_PROSE) && url == NOT_NEARBY_UNPAIRED)
        scan->internal.of.prose.url.quoted_reads = 0;
    return LOCUS_SEARCH_BEGUN;
}

static ALWAYS_INLINE enum locus_searched
search(struct locus_scan *scan, const struct locus_window *window, struct locus_found *found)
{
    const unsigned char *const bytes = window->bytes;
    const size_t len = window->len;
    struct colons colons = { 0 };

    for (;;) {
        size_t colon, start, least, url;
        int slashes, path, joined;

        colon = (size_t)(lens_colon(&colons, bytes + scan->internal.at,
                                    bytes + len, bytes,
                                    (enum bare)scan->internal.bare) - bytes);
        if (colon == len && window->end) {
            scan->internal.at = scan->drop = len;
            return LOCUS_SEARCH_ON;
        }
        if (colon == len || (len - colon < 3 && !window->end))
            return search_on(scan, window, colon);

        slashes = len - colon >= 3 && bytes[colon + 1] == '/' && bytes[colon + 2] == '/';
        path = slashes || (len - colon >= 2 && bytes[colon + 1] == '/');
        start = url_start_in(scan, TRAITS, (const char *)bytes, scan->internal.floor, colon,
                             slashes, path, &joined);
        scan->internal.at = colon + 1;
        if (start == colon)
            continue;
        least = colon + (slashes ? 3 : 1);
        url = scan->delimiter_count > 0 || joined
            ? NOT_NEARBY : end_nearby(scan, window, start, least, slashes);
        if (url >= NOT_NEARBY_UNPAIRED)
            return begin_far(scan, window, start, least, slashes, url);
        if (url > least) {
            scan->internal.at = scan->internal.floor = scan->internal.previous = url;
            return found_url(scan, window, start, url, url - start, found);
        }
        /* If many words that begin like a URL are close together, less of each is read. */
        if (TRAITS & LOCUS_CONTEXT_PROSE)
            scan->internal.start = start;
    }
}

static int next(struct locus_scan *scan, const char *text, size_t len, int end,
                struct locus_found *found)
{
    return scan_by(scan, &SEARCHER, NULL, text, len, end, found, search);
}
