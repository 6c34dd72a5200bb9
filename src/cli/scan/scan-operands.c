/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/scan/scan-operands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/options/arguments.h"
#include "cli/output/output.h"
#include "cli/output/progress.h"
#include "cli/scan/scan-run.h"

/* Small enough to stay in the cache between read() and the machine, large enough that
   threads rarely wait for each other. */
#define BLOCK_SIZE ((size_t)512 << 10)

static void write_count(const struct scan_run *run, const struct block *block)
{
    const struct record record = { .file = block->file };
    const struct columns columns = { .file = true };

    write_prefix(&columns, &record);
    out_number(run->found_here);
    out_end_record();
}

/* Called after each block, in the order of the blocks. */
static void end_block(void *run_, const struct block *block, uint64_t count)
{
    struct scan_run *run = run_;

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
        scan_failed(run);
    }
}

/* Scans the files one by one, each as one block. */
static void scan_alone(struct scan_run *run)
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

static void scan_together(struct scan_run *run, unsigned threads)
{
    const struct work work = {
        .data = run,
        .blocks = &run->blocks,
        .scan = scan_block,
        .end = end_block
    };

    pool_run(&work, threads);
}

/* Progress is shown to a user who waits, but not to one who types the input. */
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

/* LOCUS_BLOCK_SIZE is for the tests of -j only, which need many blocks of a short
   input. */
static size_t block_size(void)
{
    const char *bytes = getenv("LOCUS_BLOCK_SIZE");
    const unsigned long size = bytes ? strtoul(bytes, NULL, 10) : 0;

    return size > 0 && size < BLOCK_SIZE ? size : BLOCK_SIZE;
}

/* More than a scan keeps before a URL plus what it reads after it. */
#define AROUND_URL ((size_t)4096)

/* The window must be able to hold the longest URL, plus some room for wrappers and
   escaped schemes. A longer URL that happens to fit is rejected when it is found. */
static size_t window_max(const struct scan_options *options)
{
    if (options->max_url > SIZE_MAX - AROUND_URL)
        return SIZE_MAX;
    if (options->max_url < BLOCK_SIZE)
        return BLOCK_SIZE + AROUND_URL;
    return (size_t)options->max_url + AROUND_URL;
}

/* Whether a URL of the grammar may contain a quotation mark. */
static bool may_hold_quotes(const struct locus_grammar *grammar)
{
    static const char quoted[] = "x:\"";
    struct locus_url url;

    return locus_parse(&url, quoted, sizeof quoted - 1, grammar) == 0;
}

static void begin(struct scan_run *run)
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
        usage_error(verb_scan.name, "--findings cannot be used with --get; write"
                    " {findings} in the template");
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
    struct scan_run run = { .options = options, .operands = operands, .taker = taker };

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
    /* It is scanned with the machine of RFC 3986; see locus_scan_init(). */
    if (locus_grammar_traits(options->grammar) & LOCUS_TRAIT_REFERENCE)
        need_grammar(verb, locus_rfc3986);
}

void scan_options_free(struct scan_options *options)
{
    free(options->schemes.name);
    free(options->define.entries);
}
