/* SPDX-License-Identifier: MIT
 *
 * The URLs in the text of a block: each begins a record.
 */
#include "cli/cli.h"
#include "cli/urls/url-search.h"

#include <stdlib.h>
#include <string.h>

#include "cli/blocks/place.h"

/* Few URLs are longer. */
#define DECODED_LEAST ((size_t)4096)

enum event {
    EVENT_END,                    /* of the block */
    EVENT_FOUND,                  /* a URL: urls.record */
    EVENT_CUT,                    /* a URL that cannot be taken because input was lost;
                                     only record.offset and record.span are set */
    EVENT_TOO_LONG                /* a URL longer than max_url; only record.offset and
                                     record.span are set */
};

/* The URLs of a block, one by one. */
struct urls {
    struct record record;         /* of the last one */

    const struct url_search *search;
    struct block     *block;
    struct locus_scan scan;
    struct locus_found found;
    struct place      place;
    struct scratch    scratch;    /* for values of a record */
    struct buffer     decoded;    /* for a URL whose bytes differ from the window's */
    bool              end;        /* nothing follows the window */

    bool              skips;      /* a URL that does not fit in the window is skipped; */
    uint64_t          skipped_from; /* it begins at this file offset */
    uint64_t          reported;   /* such URLs are reported up to here in the block */
    bool              is_found;   /* if `skips`: the result of the last search */
    bool              is_pending; /* this result is not reported yet */
};

static void give_buffer(struct urls *urls)
{
    urls->scan.buf = urls->decoded.text;
    urls->scan.buf_size = urls->decoded.size;
}

/* If a signal or an error ended the block, a URL at the end of its window may be
   incomplete: then the scan goes on as if more bytes followed. */
static void set_end(struct urls *urls)
{
    urls->end = !block_goes_on(urls->block) && !urls->block->interrupted;
}

static void open_urls(struct urls *urls, const struct url_search *search,
                      struct block *block, struct undecided *undecided)
{
    memset(urls, 0, sizeof *urls);
    urls->record = record_of_block(&search->record, block->file, block_thread(block),
                                   &urls->scratch, NULL);
    urls->search = search;
    urls->block = block;
    urls->scan = search->scan;
    urls->place = place_at_begin(block);
    urls->scratch.undecided = undecided;
    if (!search->only_count) {
        buffer_reserve(&urls->decoded, DECODED_LEAST);
        give_buffer(urls);
    }
    set_end(urls);
}

/* Takes the bytes of the URL. Returns NULL if input was lost. */
static inline const char *take(struct urls *urls, const struct buffer *decoded,
                               size_t *readable)
{
    return block_take_url(urls->block, urls->found.off, urls->found.len, decoded, readable);
}

/* Decodes and takes a URL that is wrapped or escaped in the window. */
RARELY static const char *take_decoded(struct urls *urls, size_t *readable)
{
    const struct locus_found *const found = &urls->found;
    struct block *const block = urls->block;
    struct buffer *room = &urls->decoded;
    size_t len = found->url_len;

    if (!found->text) {
        room = block_room(block, room, len);
        give_buffer(urls);
        /* A different length means that the input has changed since the scan read it. Other
           changes go unnoticed: the bytes are taken as they are now, as block_copy() does. */
        if (locus_unwrap(room->text, len, &len, block->window + found->off, found->len,
                         urls->search->context) != 0
            || len != found->url_len)
            return NULL;
    }
    return take(urls, room, readable);
}

static inline void set_place(struct urls *urls)
{
    const struct locus_found *const found = &urls->found;
    const struct block *const block = urls->block;

    record_set_place(&urls->record, place_offset(&urls->place, block, found->offset),
                     source_extent(block->text, block->window + found->off, found->len));
}

/* Begins the record of a URL. */
static enum event begin_record(struct urls *urls)
{
    const struct locus_found *const found = &urls->found;
    struct record_text text;

    if (urls->search->lines) {
        struct place *const place = &urls->place;

        record_set_line(&urls->record, place_line(place, urls->block, found->off));
        /* No grammar accepts a newline. */
        if (found->url_len == found->len)
            place_skip_line(place, found->off + found->len);
    }
    set_place(urls);
    /* From here on, the bytes of the URL stay as they are. */
    text.at = found->url_len == found->len ? take(urls, NULL, &text.readable)
                                           : take_decoded(urls, &text.readable);
    if (!text.at)
        return EVENT_CUT;
    text.len = found->url_len;
    record_set_text(&urls->record, text);
    return EVENT_FOUND;
}

/* The event of a URL that is left out, whose place is set. */
RARELY static enum event leave_out(struct urls *urls, enum event event)
{
    set_place(urls);
    return event;
}

static enum event judge(struct urls *urls)
{
    const struct locus_found *const found = &urls->found;

    if (found->len > urls->search->max_url)
        return leave_out(urls, EVENT_TOO_LONG);
    if (!urls->search->only_count)
        return begin_record(urls);
    return block_has_url(urls->block, found->off, found->len)
         ? EVENT_FOUND : leave_out(urls, EVENT_CUT);
}

static bool search(struct urls *urls)
{
    const struct block *const block = urls->block;

    return locus_scan_next(&urls->scan, block->window, block->len, urls->end,
                           &urls->found) == 1;
}

/* Searches while a URL is being skipped. Returns true if it has ended, which is reported
   before the result of the search. */
RARELY static bool search_skipped(struct urls *urls)
{
    if (urls->is_pending) {
        urls->is_pending = urls->skips = false;
        return false;
    }
    urls->is_found = search(urls);
    urls->is_pending = urls->scan.skipped_to > urls->reported;
    return urls->is_pending;
}

/* The URL that was skipped has ended. */
RARELY static enum event skipped(struct urls *urls)
{
    urls->reported = urls->scan.skipped_to;
    record_set_place(&urls->record, urls->skipped_from,
                     place_offset(&urls->place, urls->block, urls->reported)
                     - urls->skipped_from);
    return EVENT_TOO_LONG;
}

/* Removes the bytes that the scan has finished with from the window. */
static void drop_done(struct urls *urls)
{
    const size_t len = urls->scan.drop;

    place_drop(&urls->place, urls->block, len, urls->search->lines);
    block_drop(urls->block, len);
}

/* Moves the window on. Returns false at the end of the block. */
RARELY static bool read_on(struct urls *urls)
{
    struct block *const block = urls->block;
    struct locus_scan *const scan = &urls->scan;

    if (!block_goes_on(block))
        return false;
    drop_done(urls);
    if (block->open && block_is_full(block)) {
        locus_scan_skip(scan);
        urls->skips = true;
        urls->skipped_from = place_offset(&urls->place, block, scan->skipped_from);
    } else {
        block_more(block);
    }
    set_end(urls);
    return true;
}

/* Looks for the next URL; reads on where the block is open. */
static enum event next_url(struct urls *urls)
{
    bool is_found;

    do {
        if (!urls->skips)
            is_found = search(urls);
        else if (search_skipped(urls))
            return skipped(urls);
        else
            is_found = urls->is_found;
        if (is_found)
            return judge(urls);
    } while (read_on(urls));
    return EVENT_END;
}

uint64_t url_search_block(const struct url_search *search, struct block *block,
                          struct undecided *undecided)
{
    uint64_t found = 0;
    enum event event;
    struct urls urls;

    open_urls(&urls, search, block, undecided);
    do {
        event = next_url(&urls);
        if (event == EVENT_FOUND)
            found += search->only_count || pipeline_run(search->pipeline, &urls.record);
        else if (event == EVENT_CUT)
            skipped_urls_cut(search->skipped, block, &urls.record);
        else if (event == EVENT_TOO_LONG)
            skipped_urls_too_long(search->skipped, block, &urls.record);
    } while (event != EVENT_END);
    free(urls.decoded.text);
    scratch_free(&urls.scratch);
    return found;
}
