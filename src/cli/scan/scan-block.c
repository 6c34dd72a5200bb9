/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/scan/scan-run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output/output.h"
#include "cli/output/write-template.h"

/* The initial size of a thread's copy; few URLs are longer. */
#define COPY_LEAST ((size_t)4096)

void scan_failed(struct scan_run *run)
{
    run->failed = true;
    out_input_failed();
}

/* Keeps track of lines and file offsets. Indexes are into the window. */
struct place {
    size_t   counted;             /* newlines are counted up to here */
    uint64_t line;                /* the line of that byte */
    uint64_t dropped;             /* bytes of the stream before the window */
    size_t   measured;            /* for converted text: */
    uint64_t offset;              /*   the file offset of the byte `measured` */
    uint64_t skipped_from;        /* the file offset where a skipped URL begins */
};

static void count_lines(struct place *place, const char *window, size_t end)
{
    place->line += count_newlines(window + place->counted,
                                  end - place->counted);
    place->counted = end;
}

/* Converts a stream offset to a file offset. The byte must be in the window, and calls
   must not go backwards. */
static uint64_t file_offset(struct place *place, const struct block *block,
                            uint64_t offset)
{
    size_t to;

    if (block->text == SOURCE_BYTES)
        return block->offset + offset;
    to = (size_t)(offset - place->dropped);
    place->offset += source_extent(block->text, block->window + place->measured,
                                   to - place->measured);
    place->measured = to;
    return place->offset;
}

void write_prefix(const struct columns *columns, const struct record *record)
{
    if (columns->file) {
        const char *name = record->file ? record->file : "(standard input)";

        out_value(name, strlen(name));
        out_char(':');
    }
    if (columns->line) {
        out_number(record->line);
        out_char(':');
    }
    if (columns->offset) {
        out_number(record->offset);
        out_char(':');
    }
}

static void end_url(const struct record *record)
{
    if (record->with_findings) {
        out_char('\t');
        write_findings(record->findings);
    }
    out_end_record();
}

/* Writes a URL that was found. */
static void write_found(const struct scan_run *run, const struct record *record)
{
    switch (run->format) {
    case FORMAT_JSON:
        json_record(record);
        break;
    case FORMAT_TSV:
        tsv_record(record, &run->columns);
        break;
    case FORMAT_URL:
        write_prefix(&run->columns, record);
        out_write_wide(record->text, record->readable, record->len);
        end_url(record);
        break;
    case FORMAT_HUMAN:            /* a URL, on a terminal */
        write_prefix(&run->columns, record);
        out_value(record->text, record->len);
        end_url(record);
        break;
    case FORMAT_NONE:
        write_prefix(&run->columns, record);
        template_write(&run->template, record);
        break;
    }
}

static void copy_resize(struct copy *copy, size_t size)
{
    copy->text = mem_resize(copy->text, size);
    copy->size = size;
}

/* Returns the bytes of the URL, or NULL if they are lost. A URL of a shared block is
   copied first, so that later changes of the file cannot alter it. */
static const char *url_text(struct scan_run *run, const struct block *block,
                            struct locus_scan *scan, struct copy *copy,
                            const struct locus_found *found, size_t *readable)
{
    const char *const text = block->window + found->off;
    const bool shared = block_is_shared(block);
    const bool verbatim = found->url_len == found->len;
    const char *url = found->text;
    size_t len;

    *readable = block->len - found->off;
    if (verbatim && !shared)
        return url;
    if (verbatim || !url) {
        const bool is_long = found->url_len > run->blocks.block_size;

        if (is_long)
            copy = &run->long_copy;
        if (copy->size < found->url_len)
            copy_resize(copy, found->url_len);
        if (!is_long) {
            scan->buf = copy->text;
            scan->buf_size = copy->size;
        }
        url = copy->text;
        *readable = copy->size;
        if (!verbatim) {
            if (locus_unwrap(copy->text, copy->size, &len, text, found->len,
                             run->options->context) != 0
                || len != found->url_len)
                return NULL;      /* the bytes have changed since */
        } else if (found->len > COPY_LEAST) {
            block_copy(block, copy->text, found->off, found->len);
        } else {
            out_copy_wide(copy->text, copy->size, text, block->len - found->off,
                          found->len);
        }
    } else {
        *readable = scan->buf_size;
    }
    if (shared && (block_is_cut(block, found->off + found->len)
                   || text[found->len - 1] == '\0'))
        return NULL;
    return url;
}

/* Reports a URL at the place where a file breaks off. */
static void report_cut(struct scan_run *run, const struct block *block, uint64_t offset)
{
    if (!out_wait())
        return;
    scan_failed(run);
    complain("%s: skipped the URL at offset %" PRIu64 ", which may be incomplete",
             block->name, offset);
}

/* Fills in the record of a URL, as far as the output needs it, and passes it on.
   Returns false if the URL is dropped: its bytes are lost, or it is not valid and
   --valid was given. */
static bool found_url(struct scan_run *run, const struct block *block,
                      struct locus_scan *scan, struct place *place, struct copy *copy,
                      struct record *record, const struct locus_found *found)
{
    if (run->lines) {
        count_lines(place, block->window, found->off);
        record->line = place->line;
        /* Count now: block_copy() may give the pages of a long URL back. */
        if (found->len > COPY_LEAST)
            count_lines(place, block->window, found->off + found->len);
    }
    record->text = url_text(run, block, scan, copy, found, &record->readable);
    record->offset = file_offset(place, block, found->offset);
    if (!record->text) {
        report_cut(run, block, record->offset);
        return false;
    }
    record->len = found->url_len;
    record->span = source_extent(block->text, block->window + found->off,
                                 found->len);
    if (run->parts) {
        locus_parse(&record->url, record->text, record->len,
                    run->options->grammar);
        if (run->options->valid && record->url.error != 0)
            return false;
        if (run->options->count)
            return true;
    }
    if (record->with_findings)
        record->findings = locus_findings(&record->url, record->text,
                                          record->len, record->own);
    if (run->taker)
        run->taker->take(run->taker->data, record);
    else
        write_found(run, record);
    return true;
}

/* Reports a URL that is too long. */
static void report_skipped(struct scan_run *run, const struct block *block,
                           uint64_t from, uint64_t len)
{
    if (!out_wait())
        return;
    scan_failed(run);
    if (run->skipped_here++ < REPORTS)
        complain("%s: offset %" PRIu64 ": URL of %" PRIu64 " bytes skipped,"
                 " more than %" PRIu64 " (--max-url)", block->name, from, len,
                 run->options->max_url);
}

/* Removes the bytes that the scan has finished with from the window. */
static void drop_done(const struct scan_run *run, struct block *block,
                      const struct locus_scan *scan, struct place *place)
{
    if (run->lines) {
        if (place->counted < scan->drop)
            count_lines(place, block->window, scan->drop);
        place->counted -= scan->drop;
    }
    if (block->text != SOURCE_BYTES) {
        if (place->measured < scan->drop)
            file_offset(place, block, place->dropped + scan->drop);
        place->measured -= scan->drop;
    }
    place->dropped += scan->drop;
    blocks_drop(block, scan->drop);
}

/* Does the same, then appends more to the window. `pool` is NULL without threads. */
static void read_on(struct scan_run *run, struct pool *pool, struct block *block,
                    struct locus_scan *scan, struct place *place)
{
    drop_done(run, block, scan, place);
    if (block->len >= run->blocks.window_max) {
        locus_scan_skip(scan);
        place->skipped_from = file_offset(place, block, scan->skipped_from);
        return;
    }
    if (pool)
        pool_more(pool, block);
    else
        blocks_more(&run->blocks, block);
}

uint64_t scan_block(void *run_, struct pool *pool, struct block *block)
{
    struct scan_run *run = run_;
    struct locus_scan scan = run->scan;
    struct record record = { .found = true, .file = block->file,
                             .own = &run->options->define.schemes,
                             .with_findings = run->options->findings };
    struct place place = { .line = block->line, .offset = block->offset };
    struct copy copy = { .size = 0 };
    const uint64_t max_url = run->options->max_url;
    const bool only_count = run->options->count && !run->options->valid;
    uint64_t reported = 0;        /* skipped URLs are reported up to here */
    uint64_t count = 0;
    bool broken_off = false;      /* a URL found from now on ends at the error */

    record.url = run->no_url;
    if (!only_count) {
        copy_resize(&copy, COPY_LEAST);
        scan.buf = copy.text;
        scan.buf_size = copy.size;
    }
    for (;;) {
        const bool end = !block->open && !block->interrupted
                      && (broken_off || !block->error);
        struct locus_found found;
        bool is_found;

        do {
            is_found = locus_scan_next(&scan, block->window, block->len, end,
                                       &found) == 1;
            if (scan.skipped_to > reported) {
                reported = scan.skipped_to;
                report_skipped(run, block, place.skipped_from,
                               file_offset(&place, block, reported)
                               - place.skipped_from);
            }
            if (is_found && (broken_off
                             || block_breaks_off(&run->blocks, block,
                                                 found.off + found.len)))
                report_cut(run, block, file_offset(&place, block, found.offset));
            else if (is_found && found.len <= max_url)
                count += only_count
                      || found_url(run, block, &scan, &place, &copy, &record, &found);
            else if (is_found)
                report_skipped(run, block, file_offset(&place, block, found.offset),
                               source_extent(block->text, block->window + found.off,
                                             found.len));
        } while (is_found);
        if (block->open) {
            read_on(run, pool, block, &scan, &place);
        } else if (block->error && !broken_off) {
            drop_done(run, block, &scan, &place);
            broken_off = true;
        } else {
            break;
        }
    }
    free(copy.text);
    return count;
}
