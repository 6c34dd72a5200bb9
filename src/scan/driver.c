/* SPDX-License-Identifier: MIT
 *
 * What all contexts of a scan have in common, built once for each kernel (context.h):
 * the first call, reading a URL piece by piece up to its end (read.h), and the end of a
 * call.
 */
#include <string.h>

#include "scan/context.h"
#include "kernel/lens.h"
#include "scan/read.h"

/* The first piece of a URL is small, so that the number of bytes read where no URL is found
   stays proportional to that of the bytes searched. */
enum {
    FIRST_BLOCK = 256,             /* the size of the first piece */
    FIRST_BLOCK_NEARBY = 32,       /* if the last URL began nearby: at least this, */
    TIMES_DISTANCE = 4,            /* and this many times the distance */
    LAST_BLOCK = 1 << 20,          /* the largest size of a piece */
    WAITS_FOR_DOUBLE = 1 << 16     /* from this size on, a piece is read again only when it
                                      is twice as long */
};

/* Reading a URL */

/* Copies text[0..len) to the URL's bytes in scan->buf, from `at` on, as far as there is
   room. */
static void copy(struct locus_scan *scan, size_t at, const unsigned char *text, size_t len)
{
    const size_t room = at < scan->buf_size ? scan->buf_size - at : 0;

    if (len > 0 && room > 0)
        memcpy(scan->buf + at, text, len < room ? len : room);
}

/* The first `len` bytes of the piece belong to the URL, after `before` others. If the
   window does not contain the URL literally, all of these are copied. */
static void keep_bytes(struct locus_scan *scan, const struct locus_window *window,
                       const struct locus_read_piece *piece, size_t before, size_t len)
{
    const size_t start = scan->internal.start;

    if (!scan->buf || scan->internal.phase == LOCUS_SCAN_SKIPPING
        || place_of(piece, len) - start == before + len)
        return;
    if (scan->internal.url.copied < before)
        copy(scan, 0, window->bytes + start, before);
    copy(scan, before, piece->text, len);
    scan->internal.url.copied = before + len;
}

/* Reads a piece, and keeps the bytes of it that belong to the URL. */
static enum locus_read read_piece(struct locus_scan *scan, const struct locus_window *window,
                                  const struct locus_read_piece *piece,
                                  const struct locus_before *before, size_t *read)
{
    const size_t decoded = scan->internal.url.decoded;
    const enum locus_read result = window->searcher->reader->read(scan, piece, before, read);
    size_t end = scan->internal.url.decoded;

    if (result == LOCUS_READ_AHEAD)
        return result;
    if (result == LOCUS_READ_ENDED)
        end = scan->internal.url.decoded_agreed;
    if (end > decoded)
        keep_bytes(scan, window, piece, decoded, end - decoded);
    return result;
}

/* Limits a piece to what is read at once. */
static void limit(struct locus_scan *scan, struct locus_read_piece *piece)
{
    piece->len = piece->known < scan->internal.block ? piece->known : scan->internal.block;
    piece->end = scan->internal.read + piece->len;
    if (scan->internal.block < LAST_BLOCK)
        scan->internal.block *= 2;
}

/* Shortens a piece of decoded text to whole characters. */
static void cut_at_character(struct locus_read_piece *piece)
{
    if (!piece->places)
        return;
    while (piece->places[piece->len] == NO_PLACE)
        piece->len--;
    piece->end = piece->origin + piece->places[piece->len];
}

/* Shortens a piece to `len` bytes, or fewer if the last ones may be the beginning of a
   mark. */
static void cut_at_mark(struct locus_read_piece *piece, size_t len)
{
    const size_t n = len > 0 ? whole_marks(piece->text, len) : 0;

    piece->end -= piece->len - n;
    piece->len = n;
}

/* A long piece that could not be read, because only later bytes show whether the URL has
   ended, is not looked at again before it is about twice as long. Otherwise windows that
   grow by a constant number of bytes would be read in quadratic time. */
static void wait_for_more(struct locus_scan *scan, const struct locus_read_piece *piece)
{
    if (piece->known >= WAITS_FOR_DOUBLE)
        scan->internal.url.awaited = (uint8_t)(64 - __builtin_clzll(piece->known));
}

static int still_waits(const struct locus_scan *scan, const struct locus_read_piece *piece)
{
    return scan->internal.phase == LOCUS_SCAN_READING && !piece->is_end
        && scan->internal.url.awaited > 0
        && (uint64_t)piece->known >> scan->internal.url.awaited == 0;
}

/* Whether a piece longer than `len` bytes can be read. If the context has not decoded all
   bytes of the window, it decodes up to DECISIVE. */
static int is_longer(const struct locus_read_piece *piece, size_t len)
{
    return len < piece->known || (!piece->is_all && !piece->is_end && len < DECISIVE);
}

/* Reads on the URL that begins at internal.start. Returns 1 if it has ended, 0 if it
   may continue after the window. */
static int read_url(struct locus_scan *scan, const struct locus_window *window)
{
    const struct locus_reader *const reader = window->searcher->reader;
    const struct locus_before before = what_is_before(scan, window);

    if (scan->internal.url.is_over)
        return 1;
    for (;;) {
        struct locus_read_piece piece = { .begin = scan->internal.fed };
        enum locus_read result = LOCUS_READ_ON;
        size_t read = 0, all;

        window->searcher->read(scan, window, &piece);
        if (still_waits(scan, &piece))
            return 0;
        scan->internal.url.awaited = 0;
        limit(scan, &piece);
        all = piece.len;
        piece.is_last = piece.is_end && piece.len == piece.known;
        piece.may_wait = scan->internal.phase == LOCUS_SCAN_READING;
        if (is_prose(scan) && !piece.is_last)
            cut_at_mark(&piece, piece.len);
        cut_at_character(&piece);
        if (piece.len > 0)
            result = read_piece(scan, window, &piece, &before, &read);
        if (result == LOCUS_READ_AHEAD && !is_longer(&piece, all) && !piece.is_all) {
            /* A longer piece is not available. The bytes that may be needed to read
               ahead are left to the next piece. */
            cut_at_mark(&piece, piece.len - LOOK_AHEAD);
            cut_at_character(&piece);
            piece.may_wait = 0;
            result = read_piece(scan, window, &piece, &before, &read);
        }
        switch (result) {
        case LOCUS_READ_ENDED:
            if (read > 0)
                scan->internal.read = place_of(&piece, read);
            return 1;
        case LOCUS_READ_ON:
            if (piece.len > 0)
                scan->internal.read = scan->internal.fed = piece.end;
            if (piece.is_last) {
                reader->end(scan, scan->internal.fed, piece.mark, &before);
                return 1;
            }
            if (piece.len > 0)
                continue;
            break;
        case LOCUS_READ_AHEAD:
            if (is_longer(&piece, all)) {
                scan->internal.block = 2 * all > DECISIVE ? 2 * all : DECISIVE;
                continue;
            }
            wait_for_more(scan, &piece);
            break;
        case LOCUS_READ_ESCAPE:
            result = reader->pass_over(scan, window, &piece, &before, read);
            if (result == LOCUS_READ_ENDED)
                return 1;
            if (result == LOCUS_READ_ON)
                continue;
            break;
        }
        if (reader->later)
            reader->later(scan, &before);
        return 0;
    }
}

/* Whether the grammar will probably wait for a byte that may not come: a bounded grammar if the
   last candidate was not a URL. After "//", where most hosts soon end, that is not worth while
   if the bytes must also be decoded or searched for delimiters. */
static int probably_waits(const struct locus_scan *scan, const struct locus_window *window,
                          int slashes, int after_none)
{
    return after_none && has_trait(scan->internal.grammar, TRAIT_BOUNDED)
        && !(slashes && (window->string || scan->delimiter_count > 0));
}

static size_t first_block(const struct locus_scan *scan, size_t start)
{
    const size_t block = TIMES_DISTANCE * (start - scan->internal.start);

    return block > FIRST_BLOCK ? FIRST_BLOCK
         : block < FIRST_BLOCK_NEARBY ? FIRST_BLOCK_NEARBY : block;
}

void KERNEL_NAME(begin_url)(struct locus_scan *scan, const struct locus_window *window,
                            size_t start, size_t least, int slashes)
{
    const struct locus_reader *const reader = window->searcher->reader;
    const int after_none = scan->internal.previous <= scan->internal.start;

    scan->internal.phase = LOCUS_SCAN_READING;
    scan->internal.block = probably_waits(scan, window, slashes, after_none)
                         ? DECISIVE : first_block(scan, start);
    scan->internal.start = scan->internal.read = scan->internal.fed = start;
    scan->internal.least = least;
    memset(&scan->internal.url, 0, sizeof scan->internal.url);
    scan->internal.url.slashes = (uint8_t)slashes;
    scan->internal.url.after_none = (uint8_t)after_none;
    if (reader->begin) {
        const struct locus_before before = what_is_before(scan, window);

        reader->begin(scan, &before);
    }
}

/* The first call */

/* The length of a listed scheme that fits into a word: at most eight bytes, all
   letters. 0 for any other. */
static size_t length_in_word(const char *name)
{
    size_t n = 0;

    while (is_letter((unsigned char)name[n]) && n < 8)
        n++;
    return name[n] && name[n] != ':' ? 0 : n;
}

/* Packs the caller's list into words, longest first, if it is short and its schemes
   consist of letters, as in most scans. Then listed_scheme() need not compare letter by
   letter. */
static void pack_list(struct locus_scan *scan)
{
    enum { MOST = sizeof scan->internal.packed / sizeof *scan->internal.packed };
    const size_t listed = scan->schemes ? scan->scheme_count : 0;
    size_t count = 0;

    scan->internal.packed_count = 0;
    if (listed > MOST)
        return;
    for (size_t len = 8; len > 0; len--)
        for (size_t i = 0; i < listed; i++) {
            const char *name = scan->schemes[i];
            uint64_t word = 0;

            if (length_in_word(name) != len)
                continue;
            for (size_t n = 0; n < len; n++)
                word = word >> 8
                     | (uint64_t)((unsigned char)name[n] | 0x20) << 56;
            scan->internal.packed[count] = word;
            scan->internal.packed_shift[count] = (uint8_t)(64 - 8 * len);
            scan->internal.packed_bare |= (uint8_t)(counts(scan, name, len, 0)
                                                    << count);
            count++;
        }
    if (count == listed)
        scan->internal.packed_count = (uint8_t)count;
}

/* Which ":" without "//" after it may end a scheme that counts. */
static enum bare bare_colons(const struct locus_scan *scan)
{
    enum bare bare = scan->schemes ? BARE_NONE : BARE_LETTERS;

    /* User-defined schemes may end in any byte. */
    for (size_t i = 0; !scan->schemes && scan->own && i < scan->own->count; i++)
        if (scan->own->entries[i].scheme.slashes == LOCUS_NO_SLASHES)
            return BARE_ANY;
    for (size_t i = 0; scan->schemes && i < scan->scheme_count; i++) {
        const char *name = scan->schemes[i];
        size_t n = 0;

        while (name[n] && name[n] != ':')
            n++;
        if (n == 0 || !counts(scan, name, n, 0))
            continue;
        if (!is_letter((unsigned char)name[n - 1]))
            return BARE_ANY;
        bare = BARE_LETTER;
    }
    return bare;
}

static void list_delimiters(struct locus_scan *scan)
{
    for (size_t i = 0; i < scan->delimiter_count; i++)
        add_byte(scan->internal.delimiters, (unsigned char)scan->delimiters[i]);
}

__attribute__((cold)) void KERNEL_NAME(begin_scan)(struct locus_scan *scan)
{
    scan->internal.begun = 1;
    scan->internal.bare = (uint8_t)bare_colons(scan);
    pack_list(scan);
    list_delimiters(scan);
}

/* The driver */

int KERNEL_NAME(need_more)(struct locus_scan *scan, const struct locus_window *window)
{
    const size_t drop = scan->drop;

    scan->base += drop;
    scan->internal.at = less(scan->internal.at, drop);
    scan->internal.floor = less(scan->internal.floor, drop);
    scan->internal.previous = less(scan->internal.previous, drop);
    scan->internal.start = less(scan->internal.start, drop);
    scan->internal.least = less(scan->internal.least, drop);
    scan->internal.read = less(scan->internal.read, drop);
    scan->internal.fed = less(scan->internal.fed, drop);
    scan->internal.url.agreed = less(scan->internal.url.agreed, drop);
    if (window->searcher->rebase)
        window->searcher->rebase(scan, drop);
    return 0;
}

/* Continues the search at `end`, where a URL that was found or given up ends. */
static void search_from(struct locus_scan *scan, const struct locus_window *window, size_t end)
{
    scan->internal.at = scan->internal.floor = scan->internal.previous = end;
    if (window->searcher->release)
        window->searcher->release(scan);
}

enum locus_searched KERNEL_NAME(read_on)(struct locus_scan *scan,
                                         const struct locus_window *window,
                                         struct locus_found *found)
{
    const int is_skipped = scan->internal.phase == LOCUS_SCAN_SKIPPING;
    const size_t start = scan->internal.start;
    size_t end;

    if (!read_url(scan, window)) {
        scan->drop = is_skipped ? scan->internal.read : kept_before(scan, start);
        return LOCUS_SEARCH_ON;
    }
    scan->internal.phase = LOCUS_SCAN_SEARCHING;
    if (is_skipped) {
        scan->skipped_to = scan->base + scan->internal.read;
        search_from(scan, window, scan->internal.read);
        return LOCUS_SEARCH_BEGUN;
    }
    end = read_result(scan);
    if (end <= scan->internal.least)
        return LOCUS_SEARCH_BEGUN;
    search_from(scan, window, end);
    return found_url(scan, window, start, end, scan->internal.url.decoded_agreed, found);
}
