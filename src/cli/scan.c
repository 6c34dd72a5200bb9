/* SPDX-License-Identifier: MIT
 *
 * locus scan: the URLs of files and streams. Memory does not grow with them:
 * there is one window, and it grows only while one URL fills it.
 */
#include "cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options.h"
#include "output.h"
#include "progress.h"
#include "record.h"
#include "source.h"
#include "template.h"

/* Small enough to stay in the cache between read() and the machine. */
#define WINDOW_SIZE ((size_t)256 << 10)
/* A longer URL is given up. */
#define WINDOW_MAX ((size_t)16 << 20)
#define WINDOW_MAX_TEXT "16 MiB"

struct run {
    struct options  options;
    struct template template;
    struct columns  columns;      /* what tells where a URL was found */
    bool            parts;        /* the output needs locus_parse() */
    bool            lines;        /* and the number of the line */
    char           *window;
    size_t          size;
    uint64_t        found;        /* in all files */
    bool            failed;
};

/* Where the lines of one file have been counted. */
struct place {
    uint64_t base;                /* the window's first byte, in the file */
    size_t   counted;             /* up to here, in the window */
    uint64_t line;                /* the line that this byte is on */
};

static void count_lines(struct place *place, const char *window, size_t end)
{
    const char *at = window + place->counted;
    const char *const stop = window + end;

    while ((at = memchr(at, '\n', (size_t)(stop - at)))) {
        place->line++;
        at++;
    }
    place->counted = end;
}

/* "file:line:offset:", as grep has it. */
static void write_prefix(const struct run *run, const struct record *record)
{
    if (run->columns.file) {
        out_string(record->file ? record->file : "(standard input)");
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

static void write_record(const struct run *run, const struct record *record)
{
    switch (run->options.format) {
    case FORMAT_JSON:
        json_record(record);
        break;
    case FORMAT_TSV:
        tsv_record(record, &run->columns);
        break;
    case FORMAT_URL:
        write_prefix(run, record);
        out_write(record->text, record->len);
        out_end_record();
        break;
    case FORMAT_HUMAN:            /* no format of this verb */
    case FORMAT_NONE:
        write_prefix(run, record);
        template_write(&run->template, record);
        break;
    }
}

/* Looks through a file from its first byte to its last. Returns the number of
   URLs. */
static uint64_t scan_source(struct run *run, struct source *source)
{
    struct record record = { .found = true, .file = source->file };
    struct place place = { .line = 1 };
    struct locus_scan scan;
    struct locus_found found;
    uint64_t count = 0;
    size_t len = 0;
    bool end = false;

    locus_scan_init(&scan, run->options.grammar, run->options.context);
    scan.schemes = run->options.schemes;
    scan.scheme_count = run->options.scheme_count;
    record.url.grammar = (uint8_t)run->options.grammar;

    for (;;) {
        ptrdiff_t n;

        while (locus_scan_next(&scan, run->window, len, end, &found) == 1) {
            count++;
            if (run->options.count)
                continue;
            record.text = run->window + found.off;
            record.len = found.len;
            record.offset = found.offset;
            if (run->lines) {
                count_lines(&place, run->window, found.off);
                record.line = place.line;
            }
            if (run->parts)
                locus_parse(&record.url, record.text, record.len,
                            run->options.grammar);
            write_record(run, &record);
        }
        if (end)
            return count;

        if (run->lines) {
            if (place.counted < scan.drop)
                count_lines(&place, run->window, scan.drop);
            place.counted -= scan.drop;
        }
        place.base += scan.drop;
        len -= scan.drop;
        memmove(run->window, run->window + scan.drop, len);
        if (len == run->size && len < WINDOW_MAX) {
            run->window = mem_resize(run->window, run->size * 2);
            run->size *= 2;
        } else if (len == run->size) {
            complain("%s: offset %" PRIu64 ": URL longer than "
                     WINDOW_MAX_TEXT " skipped", source->name, place.base);
            run->failed = true;
            locus_scan_skip(&scan);
            continue;
        }

        n = source_read(source, run->window + len, run->size - len);
        if (n > 0)
            len += (size_t)n;
        else
            end = true;
    }
}

static void scan_operand(struct run *run, const char *operand)
{
    struct source source;

    if (source_open(&source, operand, true)) {
        const uint64_t count = scan_source(run, &source);

        run->found += count;
        if (run->options.count && run->columns.file) {
            const struct record record = { .file = source.file };
            const struct run prefix = { .columns.file = true };

            write_prefix(&prefix, &record);
            out_number(count);
            out_end_record();
        }
    }
    if (source.error) {
        complain("%s: %s", source.name, source.error);
        run->failed = true;
    }
    source_close(&source);
}

/* Progress is for a person who waits, not for one who types the input. */
static void begin_progress(const struct options *options)
{
    uint64_t total = 0;
    bool known = true;

    if (options->no_progress || !isatty(STDERR_FILENO))
        return;
    for (int i = 0; i < options->operand_count; i++) {
        const char *operand = options->operands[i];
        uint64_t size = 0;

        if (strcmp(operand, "-") == 0 && isatty(STDIN_FILENO))
            return;
        known &= source_size(operand, &size);
        total += size;
    }
    progress_begin(known ? total : 0);
}

static void begin(struct run *run)
{
    const struct options *options = &run->options;

    if (options->line_buffered)
        out_line_buffered();
    run->columns.file = options->with_filename;
    run->columns.line = options->line_number;
    run->columns.offset = options->byte_offset;
    run->lines = options->line_number;
    if (options->get) {
        template_read(&run->template, "scan", options->get);
        run->parts = run->template.parts;
        run->lines |= run->template.lines;
    } else if (options->format != FORMAT_URL) {
        run->parts = true;
        run->lines |= options->format == FORMAT_JSON;
    }
    if (options->format == FORMAT_JSON)
        json_open();
    if (options->format == FORMAT_TSV && !options->count)
        tsv_header(&run->columns);
    run->window = mem_resize(NULL, WINDOW_SIZE);
    run->size = WINDOW_SIZE;
    begin_progress(options);
}

int verb_scan(int argc, char **argv)
{
    struct run run = { .found = 0 };

    options_scan(&run.options, argc, argv);
    begin(&run);
    for (int i = 0; i < run.options.operand_count; i++)
        scan_operand(&run, run.options.operands[i]);
    if (run.options.count && !run.columns.file) {
        out_number(run.found);
        out_end_record();
    }
    progress_hide();

    template_free(&run.template);
    options_free(&run.options);
    free(run.window);
    if (run.failed)
        return STATUS_ERROR;
    return run.found > 0 ? STATUS_OK : STATUS_NONE;
}
