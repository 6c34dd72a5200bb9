/* SPDX-License-Identifier: MIT
 *
 * The lines of a log in a block: each begins a record for its request target, its
 * Referer, or each URL in its User-Agent.
 */
#include "cli/cli.h"
#include "cli/log/log-search.h"

#include <stdlib.h>
#include <string.h>

#include "cli/blocks/place.h"
#include "cli/log/log-format.h"
#include "cli/output/output.h"

/* The number of lines that are read before their records are taken. The processor predicts
   the branches of two separate loops better than those of one loop that alternates. */
enum { BATCH = 16 };

/* The lines of a block, one by one. */
struct lines {
    struct record    record;      /* of the last one */
    struct log_entry entry;
    const struct locus_log_line *line; /* the one that is taken: in batch[] */
    struct locus_log_line batch[BATCH];
    struct locus_log log;

    const struct log_search *search;
    struct block    *block;
    struct log_results *results;
    uint64_t         found;       /* records that reached the end of the pipeline */
    const struct log_choice *log_is;
    struct place     place;
    size_t           readable;    /* how many bytes can be read at entry.text */
    uint64_t         count;       /* lines before this one in the block */
    bool             unended;     /* the last line is a reject without a line ending */
    struct scratch   scratch;     /* for values */
    struct buffer    message;     /* of an envelope, */
    struct buffer    value;       /* what the server escaped, */
    struct buffer    url;         /* and a URL in it that is in pieces; */
    uint32_t        *offsets;     /* where its bytes stand, offsets[0..offset_count) */
    size_t           offset_count;
};

static const int fields[OF_COUNT] = {
    [OF_TARGET] = LOCUS_LOG_TARGET,
    [OF_REFERER] = LOCUS_LOG_REFERER,
    [OF_AGENT] = LOCUS_LOG_AGENT
};

/* Records */

static inline struct record_text text_at(const struct lines *lines, struct locus_span span)
{
    return (struct record_text){
        lines->entry.text + span.off, span.len, lines->readable - span.off
    };
}

/* The value of a field that the server has escaped. */
RARELY static struct record_text unescape(struct lines *lines, int field)
{
    const struct locus_log_line *const line = lines->line;
    struct record_text value;

    /* It is not longer than the field. */
    buffer_reserve(&lines->value, line->field[field].len);
    value.at = lines->value.text;
    value.readable = lines->value.size;
    locus_log_value(lines->value.text, lines->value.size, &value.len, line,
                    lines->entry.text, field);
    return value;
}

static inline bool is_escaped(const struct lines *lines, int field)
{
    return lines->line->escaped >> field & 1;
}

static ALWAYS_INLINE struct record_text text_of(struct lines *lines, int field)
{
    if (__builtin_expect(is_escaped(lines, field), 0))
        return unescape(lines, field);
    return text_at(lines, lines->line->field[field]);
}

/* Takes a record of this text, which is at this place in the line, through the pipeline.
   Inlined: otherwise `text` is passed in memory, and its loads wait for the stores. */
static ALWAYS_INLINE void pass(struct lines *lines, struct record_text text,
                               struct locus_span span)
{
    const struct block *const block = lines->block;

    if (__builtin_expect(lines->line->copied, 0))
        locus_log_source(&span, &lines->log, lines->line, lines->entry.bytes, span);
    record_set_text(&lines->record, text);
    record_set_place(&lines->record,
                     place_offset(&lines->place, block, lines->line->offset + span.off),
                     block->text == SOURCE_BYTES ? span.len
                         : source_extent(block->text, lines->entry.bytes + span.off, span.len));
    lines->found += pipeline_run(lines->search->pipeline, &lines->record);
}

static ALWAYS_INLINE void take_field(struct lines *lines, enum log_of of, int field,
                                     bool no_request)
{
    record_set_field(&lines->record, of, is_escaped(lines, field), no_request);
    pass(lines, text_of(lines, field), lines->line->field[field]);
}

/* The target. If the line has none, its request; if it has no request either, its
   beginning. */
static void take_target(struct lines *lines)
{
    const struct locus_log_line *const line = lines->line;

    if (__builtin_expect(locus_log_has(line, LOCUS_LOG_TARGET), 1)) {
        take_field(lines, OF_TARGET, LOCUS_LOG_TARGET,
                   line->request > LOCUS_LOG_REQUEST_HTTP);
    } else {
        const struct locus_span span = locus_log_get(line, LOCUS_LOG_REQUEST);

        record_set_field(&lines->record, OF_TARGET, false, true);
        pass(lines, text_at(lines, span), span);
    }
}

/* Finds the place of each byte of a value that the server has escaped. */
RARELY static void find_places(struct lines *lines, int field)
{
    const size_t count = (size_t)lines->line->field[field].len + 1;

    if (count > lines->offset_count) {
        lines->offsets = mem_resize(lines->offsets, 2 * count * sizeof *lines->offsets);
        lines->offset_count = 2 * count;
    }
    locus_log_offsets(lines->offsets, count, lines->line, lines->entry.text, field);
}

/* The place in the line of bytes of the User-Agent. */
static struct locus_span place_in_agent(const struct lines *lines, size_t off, size_t len)
{
    uint32_t begin = lines->line->field[LOCUS_LOG_AGENT].off + (uint32_t)off;
    uint32_t end = begin + (uint32_t)len;

    if (is_escaped(lines, LOCUS_LOG_AGENT)) {
        begin = lines->offsets[off];
        end = lines->offsets[off + len];
    }
    return (struct locus_span){ begin, end - begin };
}

/* The URLs in the User-Agent. */
static void take_agent(struct lines *lines)
{
    const struct record_text agent = text_of(lines, LOCUS_LOG_AGENT);
    const bool escaped = is_escaped(lines, LOCUS_LOG_AGENT);
    struct locus_scan scan = lines->search->scan;
    struct locus_found found;

    record_set_field(&lines->record, OF_AGENT, escaped, false);
    if (escaped)
        find_places(lines, LOCUS_LOG_AGENT);
    buffer_reserve(&lines->url, agent.len);
    scan.buf = lines->url.text;
    scan.buf_size = lines->url.size;
    while (locus_scan_next(&scan, agent.at, agent.len, 1, &found) == 1) {
        const bool is_whole = found.url_len == found.len;
        const struct record_text url = {
            found.text, found.url_len, is_whole ? agent.readable - found.off : lines->url.size
        };

        pass(lines, url, place_in_agent(lines, found.off, found.len));
    }
}

static void take(struct lines *lines, enum log_of of)
{
    if (of == OF_TARGET)
        take_target(lines);
    else if (!locus_log_has(lines->line, fields[of]))
        return;
    else if (of == OF_AGENT)
        take_agent(lines);
    else
        take_field(lines, of, fields[of], false);
}

/* --of all: in the order of the line. */
static void take_all(struct lines *lines, unsigned of)
{
    while (of != 0) {
        enum log_of first = OF_TARGET;
        uint64_t least = UINT64_MAX;

        for (int i = 0; i < OF_COUNT; i++) {
            const uint32_t off = locus_log_get(lines->line, fields[i]).off;

            if (of >> i & 1 && off < least) {
                first = (enum log_of)i;
                least = off;
            }
        }
        take(lines, first);
        of &= ~(1u << first);
    }
}

/* The record of a line whose bytes are now at `bytes`. */
static inline void take_record(struct lines *lines, const char *bytes, size_t readable)
{
    const struct locus_log_line *const line = lines->line;
    const unsigned of = lines->search->of;

    lines->entry.line = line;
    lines->entry.bytes = lines->entry.text = bytes;
    lines->readable = readable;
    if (__builtin_expect(line->copied, 0)) {
        lines->entry.text = lines->message.text;
        lines->readable = lines->message.size;
    }
    record_set_line(&lines->record, lines->block->line + lines->count);
    if (of == 1u << OF_TARGET)
        take_target(lines);
    else
        take_all(lines, of);
}

/* Other lines */

/* How many bytes of rejects are collected before they are written. */
#define REJECTS_SIZE ((size_t)256 << 10)

static void keep_bytes(struct lines *lines, const char *text, size_t len)
{
    struct log_results *const results = lines->results;
    const size_t size = results->rejects_len + len;

    if (size > results->rejects.size)
        buffer_grow(&results->rejects, size < REJECTS_SIZE ? 2 * size : size);
    memcpy(results->rejects.text + results->rejects_len, text, len);
    results->rejects_len = size;
    if (size >= REJECTS_SIZE) {
        /* If this thread's output is discarded, so are these. */
        if (out_wait())
            rejects_write(lines->search->rejects, results->rejects.text, size);
        results->rejects_len = 0;
    }
}

/* --rejects: keeps window[off..off + len). */
static void keep_reject(struct lines *lines, size_t off, size_t len)
{
    /* The blocks are steady (scan-operands.c: reads_again()). */
    if (lines->search->keeps_rejects && len > 0)
        keep_bytes(lines, lines->block->window + off, len);
}

/* Keeps the place of the first line that is not a record, and the reason, for the report at
   the end. NULL: the input ends within the line. */
static void keep_first(struct lines *lines, const struct locus_log_line *line)
{
    struct reject *const first = &lines->results->first;

    if (first->is_there)
        return;
    first->is_there = true;
    first->number = lines->count;
    first->broken_off = line == NULL;
    first->log = lines->log_is;
    if (line) {
        first->error = line->error;
        first->error_field = line->error_field;
        first->error_offset = line->error_offset;
    }
}

/* Keeps the beginnings of the first lines, in case none is a record. */
static void keep_sample(struct lines *lines, size_t off, size_t len, unsigned rejects)
{
    const size_t begin = len < SAMPLE_LINE ? len : SAMPLE_LINE;
    size_t readable;
    const char *text;

    if (lines->results->lines[LOCUS_LOG_RECORD] > 0)
        return;
    text = block_take_lines(lines->block, off, begin, &readable);
    if (text)
        sample_add(&lines->results->sample, text, begin, rejects);
}

RARELY static void take_reject(struct lines *lines)
{
    const struct locus_log_line *const line = lines->line;
    const size_t len = (size_t)line->len + line->ending;

    if (line->kind == LOCUS_LOG_REJECT) {
        keep_first(lines, line);
        keep_sample(lines, line->off, len, 1);
    }
    lines->unended = line->ending == 0;
    keep_reject(lines, line->off, len);
}

/* Takes the bytes at the end of the input, if an error has broken it off in a line. */
RARELY static void take_broken_off(struct lines *lines)
{
    const size_t off = lines->log.drop, len = lines->block->len - off;

    if (!lines->block->error || len == 0)
        return;
    if (!lines->unended)
        lines->results->lines[LOCUS_LOG_REJECT]++;
    keep_first(lines, NULL);
    keep_sample(lines, off, len, 1);
    lines->unended = true;
    keep_reject(lines, off, len);
}

/* Blocks */

/* If a signal or an error ended the block, its last line may be incomplete. */
static bool is_end(const struct block *block)
{
    return !block_goes_on(block) && !block->interrupted;
}

static void open_lines(struct lines *lines, const struct log_search *search,
                       struct block *block, struct log_results *results)
{
    const struct log_choice *const log = results->log;

    memset(lines, 0, sizeof *lines);
    lines->record = record_of_block(&search->record, block->file, block_thread(block),
                                    &lines->scratch, &lines->entry);
    lines->entry.format = log_format_index(log->format);
    lines->entry.grammars = &search->grammars;
    lines->search = search;
    lines->block = block;
    lines->results = results;
    lines->log_is = log;
    lines->place = place_at_begin(block);
    locus_log_init(&lines->log, log->format);
    lines->log.max_line = search->max_line;
    if (log->keys)
        locus_log_set_keys(&lines->log, log->keys);
    log_set_envelope(&lines->log, log->envelope, &lines->message);
}

static void close_lines(struct lines *lines)
{
    /* The next file begins with a line of its own. */
    if (lines->unended && lines->search->keeps_rejects && lines->block->last)
        keep_bytes(lines, "\n", 1);
    free(lines->message.text);
    free(lines->value.text);
    free(lines->url.text);
    free(lines->offsets);
    scratch_free(&lines->scratch);
}

static inline void count_line(struct lines *lines, unsigned kind)
{
    lines->results->lines[kind]++;
    lines->count++;
}

/* Takes the records of batch[from..to), whose bytes are taken from the window together.
   Returns false if input was lost. */
static bool take_together(struct lines *lines, size_t from, size_t to)
{
    const size_t begin = lines->batch[from].off;
    const size_t len = lines->batch[to - 1].off + lines->batch[to - 1].reach - begin;
    size_t readable;
    /* From here on, these bytes stay as they are. */
    const char *const bytes = block_take_lines(lines->block, begin, len, &readable);

    if (!bytes)
        return false;
    for (size_t i = from; i < to; i++) {
        const size_t at = lines->batch[i].off - begin;

        lines->line = &lines->batch[i];
        take_record(lines, bytes + at, readable - at);
        count_line(lines, LOCUS_LOG_RECORD);
    }
    return true;
}

/* Takes them one by one: each line for which input was lost is a reject. */
RARELY static void take_singly(struct lines *lines, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (!take_together(lines, i, i + 1)) {
            keep_first(lines, NULL);
            count_line(lines, LOCUS_LOG_REJECT);
        }
}

/* Takes the records of batch[0..count), as many together as are copied at once. */
static void take_batch(struct lines *lines, size_t count)
{
    size_t from = 0, to;

    for (; from < count; from = to) {
        for (to = from + 1; to < count; to++)
            if (lines->batch[to].off + lines->batch[to].reach - lines->batch[from].off
                >= BLOCK_COPY_LEAST)
                break;
        if (!take_together(lines, from, to))
            take_singly(lines, from, to);
    }
}

/* A line that is not a record. */
RARELY static void take_other(struct lines *lines)
{
    const struct locus_log_line *const line = lines->line;

    if (line->kind == LOCUS_LOG_REJECT || line->kind == LOCUS_LOG_REST)
        take_reject(lines);
    else if (line->kind == LOCUS_LOG_COMMENT)
        keep_sample(lines, line->off, line->len, 0);
    if (line->kind != LOCUS_LOG_REST)
        count_line(lines, line->kind);
}

/* Reads the lines of the window. */
static void read_window(struct lines *lines)
{
    const struct block *const block = lines->block;
    const bool end = is_end(block), only_count = lines->search->only_count;
    size_t count = 0;

    while (locus_log_next(&lines->log, block->window, block->len, end,
                          &lines->batch[count]) == 1) {
        const struct locus_log_line *const line = &lines->batch[count];

        if (__builtin_expect(line->kind == LOCUS_LOG_RECORD, 1)) {
            if (only_count) {
                count_line(lines, LOCUS_LOG_RECORD);
            } else if (++count == BATCH || line->copied) {
                take_batch(lines, count);
                count = 0;
            }
        } else {
            take_batch(lines, count);
            lines->line = line;
            take_other(lines);
            count = 0;
        }
    }
    take_batch(lines, count);
}

uint64_t log_search_block(const struct log_search *search, struct block *block,
                          struct log_results *results, struct undecided *undecided)
{
    struct lines lines;

    if (block->unopened)
        return 0;
    open_lines(&lines, search, block, results);
    lines.scratch.undecided = undecided;
    for (;;) {
        read_window(&lines);
        if (!block->open)
            break;
        place_drop(&lines.place, block, lines.log.drop, false);
        block_drop(block, lines.log.drop);
        block_more(block);
    }
    take_broken_off(&lines);
    close_lines(&lines);
    return search->only_count ? results->lines[LOCUS_LOG_RECORD] : lines.found;
}
