/* SPDX-License-Identifier: MIT
 *
 * locus scan: the URLs of files and streams. Memory does not grow with them:
 * there is one window, or a few with threads, and it grows only while one URL
 * fills it.
 */
#include "cli/cli.h"
#include "cli/scan/scan-operands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/input/source.h"
#include "cli/interrupt.h"
#include "cli/options/arguments.h"
#include "cli/output/output.h"
#include "cli/output/progress.h"
#include "cli/output/write-template.h"
#include "cli/scan/blocks.h"
#include "cli/scan/pool.h"

/* Small enough to stay in the cache between read() and the machine, large enough
   that threads which take turns with as much do not wait for each other. */
#define BLOCK_SIZE ((size_t)512 << 10)
/* So many URLs that are too long are reported of a file; the others are counted. */
#define REPORTS 10

/* Few URLs are longer. */
#define COPY_LEAST ((size_t)4096)

/* A URL that is not in the window as it is to be written. */
struct copy {
    char  *text;
    size_t size;
};

struct run {
    /* What to do: the same for all threads. */
    const struct scan_options *options;
    const struct operands *operands;
    const struct taker *taker;    /* NULL: what is found is written */
    enum format       format;     /* FORMAT_HUMAN: FORMAT_URL on a terminal */
    struct template   template;
    struct columns    columns;    /* what tells where a URL was found */
    bool              parts;      /* the output needs locus_parse() */
    bool              lines;      /* and the number of the line */
    struct locus_scan scan;       /* at the beginning of a block */
    struct locus_url  no_url;     /* what a URL is that was not parsed */
    struct blocks     blocks;

    struct copy long_copy;        /* of a URL that is longer than a block, which only
                                     one thread has at a time (pool.h) */

    /* What came of it: for who has the turn. */
    uint64_t          found;      /* in all files */
    uint64_t          found_here; /* in the last one */
    uint64_t          skipped_here; /* URLs that were too long */
    bool              failed;
};

/* An input is not read to its end. */
static void fail(struct run *run)
{
    run->failed = true;
    out_input_failed();
}

/* Where the lines of a block have been counted. */
struct place {
    size_t   counted;             /* up to here, in the window */
    uint64_t line;                /* the line that this byte is on */
    uint64_t dropped;             /* so much of the stream came before the window */
    size_t   measured;            /* up to here, in the window, of what is not in the */
    uint64_t offset;              /*   file as it is: where this byte is there */
    uint64_t skipped_from;        /* where what is skipped begins there */
};

static void count_lines(struct place *place, const char *window, size_t end)
{
    place->line += count_newlines(window + place->counted,
                                  end - place->counted);
    place->counted = end;
}

/* Where in the file a byte of the stream is: one of the window, and none before the
   last that was asked for. */
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

/* "file:line:offset:", as grep has it. */
static void write_prefix(const struct run *run, const struct record *record)
{
    if (run->columns.file) {
        const char *name = record->file ? record->file : "(standard input)";

        out_value(name, strlen(name));
        out_char(':');
    }
    if (run->columns.line) {
        out_number(record->line);
        out_char(':');
    }
    if (run->columns.offset) {
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

static void write_record(const struct run *run, const struct record *record)
{
    switch (run->format) {
    case FORMAT_JSON:
        json_record(record);
        break;
    case FORMAT_TSV:
        tsv_record(record, &run->columns);
        break;
    case FORMAT_URL:
        write_prefix(run, record);
        out_write_wide(record->text, record->readable, record->len);
        end_url(record);
        break;
    case FORMAT_HUMAN:            /* a URL, on a terminal */
        write_prefix(run, record);
        out_value(record->text, record->len);
        end_url(record);
        break;
    case FORMAT_NONE:
        write_prefix(run, record);
        template_write(&run->template, record);
        break;
    }
}

static void copy_resize(struct copy *copy, size_t size)
{
    copy->text = mem_resize(copy->text, size);
    copy->size = size;
}

/* The bytes of the URL, whether or not the window has them; NULL if they are gone. What
   others may still change is copied, so that each reader of it sees the same. */
static const char *url_text(struct run *run, const struct block *block,
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
                return NULL;      /* it was not this when it was found */
        } else if (found->len > COPY_LEAST) {
            block_copy(block, copy->text, found->off, found->len);
        } else {
            out_copy_wide(copy->text, copy->size, text, block->len - found->off, found->len);
        }
    } else {
        *readable = scan->buf_size;
    }
    if (shared && (block_is_cut(block, found->off + found->len)
                   || text[found->len - 1] == '\0'))
        return NULL;
    return url;
}

/* A URL at the place where a file breaks off. */
static void report_cut(struct run *run, const struct block *block, uint64_t offset)
{
    if (!out_wait())
        return;
    fail(run);
    complain("%s: the URL at offset %" PRIu64 ", which may be cut, is left out",
             block->name, offset);
}

/* The parts and the place of a URL, as far as they are wanted, and the record
   of it. False if there is none: its bytes are gone, or it is not wanted. */
static bool found_url(struct run *run, const struct block *block,
                      struct locus_scan *scan, struct place *place, struct copy *copy,
                      struct record *record, const struct locus_found *found)
{
    if (run->lines) {
        count_lines(place, block->window, found->off);
        record->line = place->line;
        /* What is long is not to be looked at again (block_copy()). */
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
        write_record(run, record);
    return true;
}

/* A URL that is too long. */
static void report_skipped(struct run *run, const struct block *block,
                           uint64_t from, uint64_t len)
{
    if (!out_wait())
        return;
    fail(run);
    if (run->skipped_here++ < REPORTS)
        complain("%s: offset %" PRIu64 ": URL of %" PRIu64 " bytes skipped,"
                 " more than %" PRIu64 " (--max-url)", block->name, from, len, run->options->max_url);
}

/* Takes what is done with off the window. */
static void drop_done(const struct run *run, struct block *block,
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

/* The same, and puts more after the rest. `pool` is NULL without threads. */
static void read_on(struct run *run, struct pool *pool, struct block *block,
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

/* Looks through a block from its first byte to its last. Returns the number of
   URLs. Where an error ends the block, what ends only there is not found: it may go on
   in what could not be read. */
static uint64_t scan_block(void *run_, struct pool *pool, struct block *block)
{
    struct run *run = run_;
    struct locus_scan scan = run->scan;
    struct record record = { .found = true, .file = block->file,
                             .own = &run->options->define.schemes,
                             .with_findings = run->options->findings };
    struct place place = { .line = block->line, .offset = block->offset };
    struct copy copy = { .size = 0 };
    const uint64_t max_url = run->options->max_url;
    const bool only_count = run->options->count && !run->options->valid;
    uint64_t reported = 0;        /* up to here, of what was skipped */
    uint64_t count = 0;
    bool broken_off = false;      /* what is found now ends at the error */

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

static void write_count(const struct run *run, const struct block *block)
{
    const struct record record = { .file = block->file };
    const struct run prefix = { .columns.file = true };

    write_prefix(&prefix, &record);
    out_number(run->found_here);
    out_end_record();
}

/* What comes after a block, in the order of the blocks. */
static void end_block(void *run_, const struct block *block, uint64_t count)
{
    struct run *run = run_;

    run->found += count;
    run->found_here += count;
    if (block->last && run->skipped_here > REPORTS)
        complain("%s: %" PRIu64 " more URLs of more than %" PRIu64
                 " bytes skipped (--max-url)", block->name,
                 run->skipped_here - REPORTS, run->options->max_url);
    if (block->last) {
        run->skipped_here = 0;
        if (run->options->count && run->columns.file && !block->unopened)
            write_count(run, block);
        run->found_here = 0;
    }
    if (block->warning)
        complain("%s: %s", block->name, block->warning);
    if (block->error) {
        complain("%s: %s", block->name, block->error);
        fail(run);
    }
}

/* One file after the other, each as one block. */
static void scan_alone(struct run *run)
{
    const size_t size = run->blocks.block_size;
    struct buffer buffer = { mem_resize(NULL, size), size };
    struct block block;

    while (blocks_next(&run->blocks, &block, &buffer)) {
        const uint64_t count = scan_block(run, NULL, &block);

        blocks_end(&block);
        end_block(run, &block, count);
    }
    free(buffer.text);
}

static void scan_together(struct run *run, unsigned threads)
{
    const struct work work = {
        .data = run,
        .blocks = &run->blocks,
        .scan = scan_block,
        .end = end_block
    };

    pool_run(&work, threads);
}

/* Progress is for a person who waits, not for one who types the input. */
static void begin_progress(const struct scan_options *options,
                           const struct operands *operands)
{
    uint64_t total = 0;
    bool known = true;

    if (options->no_progress || !isatty(STDERR_FILENO))
        return;
    for (int i = 0; i < operands->count; i++) {
        const char *operand = operands->at[i];
        uint64_t size = 0;

        if (strcmp(operand, "-") == 0 && isatty(STDIN_FILENO))
            return;
        known &= source_size(operand, &size);
        total += size;
    }
    progress_begin(known ? total : 0);
}

/* The tests of -j want blocks of which a short input has many, and ask for them
   by LOCUS_BLOCK_SIZE. Nobody else should. */
static size_t block_size(void)
{
    const char *bytes = getenv("LOCUS_BLOCK_SIZE");
    const unsigned long size = bytes ? strtoul(bytes, NULL, 10) : 0;

    return size > 0 && size < BLOCK_SIZE ? size : BLOCK_SIZE;
}

/* More than what a scan keeps before a URL and reads after it. */
#define AROUND_URL ((size_t)4096)

/* In which the longest URL ends. A longer one that ends there as well is judged when it
   is found. Wrappers and escaped schemes need some room. */
static size_t window_max(const struct scan_options *options)
{
    if (options->max_url > SIZE_MAX - AROUND_URL)
        return SIZE_MAX;
    if (options->max_url < BLOCK_SIZE)
        return BLOCK_SIZE + AROUND_URL;
    return (size_t)options->max_url + AROUND_URL;
}

/* Whether some URL of the grammar has a quotation mark in it. */
static bool may_hold_quotes(const struct locus_grammar *grammar)
{
    static const char quoted[] = "x:\"";
    struct locus_url url;

    return locus_parse(&url, quoted, sizeof quoted - 1, grammar) == 0;
}

static void begin(struct run *run)
{
    const struct scan_options *options = run->options;
    const unsigned traits = locus_context_traits(options->context);

    if (options->line_buffered)
        out_line_buffered();
    run->columns.file = options->with_filename;
    run->columns.line = options->line_number;
    run->columns.offset = options->byte_offset;
    run->columns.findings = options->findings;
    run->lines = options->line_number;
    if (options->get && options->findings)
        usage_error(verb_scan.name, "--findings: in a template write {findings}");
    if (options->get) {
        template_read(&run->template, verb_scan.name, options->get);
        run->parts = run->template.parts;
        run->lines |= run->template.lines;
    } else if (options->format != FORMAT_URL) {
        run->parts = true;
        run->lines |= options->format == FORMAT_JSON;
    }
    run->parts |= options->findings | options->valid | (run->taker && run->taker->parts);
    run->format = options->format;
    if (options->format == FORMAT_URL && visible.output != VISIBLE_LINE)
        run->format = FORMAT_HUMAN;
    if (options->format == FORMAT_JSON)
        json_open();
    if (options->format == FORMAT_TSV && !options->count && !run->taker)
        tsv_header(&run->columns);
    locus_scan_init(&run->scan, options->grammar, options->context);
    locus_parse(&run->no_url, "", 0, options->grammar);
    run->no_url = (struct locus_url){ .grammar = run->no_url.grammar };
    run->scan.schemes = options->schemes.name;
    run->scan.scheme_count = options->schemes.count;
    run->scan.own = &options->define.schemes;
    run->scan.delimiters = options->delimiters.bytes;
    run->scan.delimiter_count = options->delimiters.count;
    run->blocks.operands = run->operands->at;
    run->blocks.operand_count = run->operands->count;
    run->blocks.threads = options->threads > 1;
    run->blocks.map = !(traits & (LOCUS_CONTEXT_WRAPPED | LOCUS_CONTEXT_DECODED));
    run->blocks.cut_at_quotes = !may_hold_quotes(options->grammar);
    run->blocks.wrapped = (traits & LOCUS_CONTEXT_WRAPPED) != 0;
    run->blocks.prose = (traits & LOCUS_CONTEXT_PROSE) != 0;
    run->blocks.lines = run->lines && run->blocks.threads;
    run->blocks.block_size = block_size();
    run->blocks.window_max = window_max(options);
    run->blocks.max_window = options->max_window;
    blocks_open(&run->blocks);
    begin_progress(options, run->operands);
}

int scan_operands(const struct scan_options *options, const struct operands *operands,
                  const struct taker *taker)
{
    struct run run = { .options = options, .operands = operands, .taker = taker };

    begin(&run);
    interrupt_open();
    if (options->threads > 1)
        scan_together(&run, options->threads);
    else
        scan_alone(&run);
    if (options->count && !run.columns.file) {
        out_number(run.found);
        out_end_record();
    }
    progress_pause();
    progress_resume();

    blocks_close(&run.blocks);
    free(run.long_copy.text);
    template_free(&run.template);
    if (run.failed)
        return STATUS_ERROR;
    return run.found > 0 ? STATUS_OK : STATUS_NONE;
}

void scan_need_grammar(const struct verb *verb, const struct scan_options *options)
{
    need_grammar(verb, options->grammar);
    /* locus_scan_init(): it is scanned for by the other's machine. */
    if (locus_grammar_traits(options->grammar) & LOCUS_TRAIT_REFERENCE)
        need_grammar(verb, locus_rfc3986);
}

void scan_options_free(struct scan_options *options)
{
    free(options->schemes.name);
    free(options->define.entries);
}

static int run_scan(int argc, char **argv)
{
    struct scan_options options = SCAN_DEFAULTS;
    struct operands operands;
    int status;

    options_read(&verb_scan, &options, &operands, argc, argv);
    refuse_both(&verb_scan, options.get, options.format);
    scan_need_grammar(&verb_scan, &options);
    if (options.format == FORMAT_NONE && !options.get)
        options.format = FORMAT_URL;
    status = scan_operands(&options, &operands, NULL);
    scan_options_free(&options);
    return status;
}

static const struct option_use uses[] = {
    TAKES(struct scan_options, grammar),
    TAKES(struct scan_options, context),
    TAKES(struct scan_options, schemes),
    TAKES(struct scan_options, delimiters),
    TAKES(struct scan_options, valid),
    TAKES(struct scan_options, define),
    TAKES_AS(struct scan_options, format, output),
    TAKES(struct scan_options, get),
    TAKES(struct scan_options, findings),
    TAKES(struct scan_options, count),
    TAKES(struct scan_options, with_filename),
    TAKES(struct scan_options, line_number),
    TAKES(struct scan_options, byte_offset),
    TAKES(struct scan_options, threads),
    TAKES(struct scan_options, line_buffered),
    TAKES(struct scan_options, max_url),
    TAKES(struct scan_options, max_window),
    TAKES(struct scan_options, no_progress),
    TAKES_HELP
};

static const struct word formats[] = {
    { "url", FORMAT_URL, "default" },
    { "json", FORMAT_JSON, NULL },
    { "tsv", FORMAT_TSV, NULL },
    { NULL, 0, NULL }
};

static const char *const examples[] = {
    "locus scan -x raw --schemes http,https access.log",
    "tail -f access.log | locus scan --line-buffered --get '{host}'",
    "locus scan -o json *.log.gz | jq -r .input",
    NULL
};

const struct verb verb_scan = {
    .name = "scan",
    .operands = "[FILE...]",
    .summary = "find URLs in files or standard input",
    .about = "Find URLs in each FILE, or standard input (-). Reads .gz .zst .xz .bz2"
             " .lz4.\n",
    .notes = "Exit status: 0 something found, 1 nothing, 2 usage or I/O error.\n",
    .examples = examples,
    .options = uses,
    .formats = formats,
    .grammar = &locus_web,
    .run = run_scan,
    .operand = OPERAND_FILE
};
