/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/scan/scan-operands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/interrupt.h"
#include "cli/base/progress.h"
#include "cli/conditions/undecided-records.h"
#include "cli/options/arguments.h"
#include "cli/output/output.h"
#include "cli/record/stages.h"
#include "cli/scan/pool.h"
#include "cli/writers/writers.h"

/* Small enough to stay in the cache between read() and the machine, large enough that
   threads rarely wait for each other. */
#define BLOCK_SIZE ((size_t)512 << 10)

/* The binary files that were left out. */
struct binaries {
    uint64_t count;
    char     first[256];          /* the name of the first one, truncated if it is long */
};

/* A scan, from its input to its output. */
struct scan_run {
    const struct search_options *options;
    const struct record_use *use;
    struct walk       walk;       /* through all operands */
    struct blocks     blocks;     /* of all files */
    struct url_search urls;       /* in them, or */
    struct log_search log;        /* --log */
    struct pipeline   pipeline;   /* of each record */

    /* Results; used only by the thread whose turn it is. */
    struct skipped_urls skipped;
    struct undecided_report undecided;
    struct binaries   binaries;
    struct rejects    rejects;    /* --log */
    uint64_t          found;      /* in all files */
    uint64_t          found_here; /* in the last one */
};

static void write_count(const struct scan_run *run, const struct block *block)
{
    write_file(block->file);
    out_number(run->found_here);
    out_end_record();
}

static void leave_out_file(struct scan_run *run, const struct block *block)
{
    struct binaries *const binaries = &run->binaries;

    if (block->skip != SOURCE_SKIP_BINARY)
        complain("%s: warning: skipped: %s", block->name, block->error);
    else if (binaries->count++ == 0)
        snprintf(binaries->first, sizeof binaries->first, "%s", block->name);
}

/* Reports what a walk did not read, unless it was reported before. */
static void report_walk(const struct scan_run *run)
{
    const struct binaries *const binaries = &run->binaries;

    if (binaries->count > 0)
        complain("warning: skipped %" PRIu64 " binary file%s (%s%s); to read a file, name it",
                 binaries->count, binaries->count == 1 ? "" : "s", binaries->first,
                 binaries->count == 1 ? "" : ", ...");
    if (run->options->recursive && walk_was_empty(&run->walk) && !interrupted())
        complain("no file found; hidden files and those that --include or --exclude leave out"
                 " are not read");
}

/* Called after each block, in the order of the blocks. */
static void end_block(void *run_, const struct block *block, struct results *results)
{
    struct scan_run *const run = run_;

    run->found += results->found;
    run->found_here += results->found;
    undecided_end_block(&run->undecided, block, &results->undecided,
                        run->rejects.lines_here);
    rejects_end_block(&run->rejects, block, &results->log);
    if (block->last) {
        skipped_urls_end_file(&run->skipped, block);
        if (run->use->count == COUNT_EACH && !block->unopened)
            write_count(run, block);
        run->found_here = 0;
    }
    if (block->warning)
        complain("%s: %s", block->name, block->warning);
    if (block->skip != SOURCE_SKIP_NOT) {
        leave_out_file(run, block);
    } else if (block->error) {
        complain("%s: %s", block->name, block->error);
        skipped_urls_fail(&run->skipped);
    }
    free(block->found);
}

/* What is to be decided before other threads begin blocks (pool.h: work.begin). */
static void begin_block(void *run_, struct block *block, struct results *results)
{
    struct scan_run *const run = run_;

    if (run->options->log.choice.given)
        log_search_begin_block(&run->log, block, &results->log);
}

/* Takes the records of a block through the pipeline (pool.h: work.scan). */
static void scan_block(void *run_, struct block *block, struct results *results)
{
    const struct scan_run *const run = run_;

    if (run->options->log.choice.given)
        results->found = log_search_block(&run->log, block, &results->log, &results->undecided);
    else
        results->found = url_search_block(&run->urls, block, &results->undecided);
}

/* Scans the files one by one, each as one block. */
static void scan_alone(struct scan_run *run)
{
    struct block_memory memory;
    struct block block;

    block_memory_open(&memory, &run->blocks, 0);
    while (blocks_next(&run->blocks, &block, &memory)) {
        struct results results = { .found = 0 };

        begin_block(run, &block, &results);
        scan_block(run, &block, &results);
        block_end(&block);
        end_block(run, &block, &results);
    }
    block_memory_close(&memory);
}

static void scan_together(struct scan_run *run, unsigned threads)
{
    const struct work work = {
        .data = run,
        .blocks = &run->blocks,
        .begin = begin_block,
        .scan = scan_block,
        .end = end_block
    };

    pool_run(&work, threads);
}

/* Progress is shown to a user who waits, but not to one who types the input. */
static void begin_progress(const struct search_options *options,
                           const struct operands *operands)
{
    uint64_t total = 0;
    bool known = !options->recursive;

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
static size_t window_max(const struct search_options *options)
{
    if (options->urls.max_url > SIZE_MAX - AROUND_URL)
        return SIZE_MAX;
    if (options->urls.max_url < BLOCK_SIZE)
        return BLOCK_SIZE + AROUND_URL;
    return (size_t)options->urls.max_url + AROUND_URL;
}

/* The default of -r is the working directory. */
static void complete_operands(struct operands *operands, const struct search_options *options)
{
    static char here[] = ".";
    static char *directory[] = { here, NULL };

    if (options->recursive && !operands->given)
        operands->at = directory;
}

static void begin_walk(struct scan_run *run, const struct operands *operands)
{
    const struct search_options *const options = run->options;

    run->walk = (struct walk){
        .operands = operands->at,
        .operand_count = operands->count,
        .recursive = options->recursive,
        .is_default = options->recursive && !operands->given,
        .include = &options->include,
        .exclude = &options->exclude
    };
    walk_begin(&run->walk);
    walk_leave_out(&run->walk, STDOUT_FILENO);
    if (options->log.rejects)
        walk_leave_out(&run->walk, run->rejects.fd);
}

/* Where records come from: the lines of logs, or the URLs of texts. */
static void begin_search(struct scan_run *run)
{
    const struct search_options *const options = run->options;

    run->log.pipeline = run->urls.pipeline = &run->pipeline;
    run->log.rejects = &run->rejects;
    run->urls.skipped = &run->skipped;
    if (options->log.choice.given)
        log_search_begin(&run->log, &run->blocks, &options->log, &options->urls);
    else
        url_search_begin(&run->urls, &run->blocks, &options->urls);
}

/* Whether bytes of a window are read more than once. A URL that is wrapped or escaped is read
   by the machine of its context and by the grammar. The bytes of a record of a log are taken
   together, but those of a reject may be kept in pieces. */
static bool reads_again(const struct search_options *options)
{
    if (options->log.choice.given)
        return options->log.rejects != NULL;
    return locus_context_traits(options->urls.context)
         & (LOCUS_CONTEXT_WRAPPED | LOCUS_CONTEXT_DECODED);
}

static void begin_blocks(struct scan_run *run)
{
    const struct search_options *const options = run->options;
    struct blocks *const blocks = &run->blocks;

    blocks->walk = &run->walk;
    blocks->threads = options->threads > 1;
    blocks->lines = run->pipeline.sink.lines && blocks->threads;
    blocks->block_size = block_size();
    blocks->window_max = window_max(options);
    blocks->max_window = options->max_window;
    blocks->steady = reads_again(options);
    blocks_open(blocks);
}

static void add_parse(struct pipeline *pipeline, const struct search_options *options)
{
    if (options->log.choice.given)
        pipeline_add(pipeline, stage_parse_log, &options->log.grammars);
    else
        pipeline_add(pipeline, stage_parse, options->urls.grammar);
}

/* To count records, no sink is needed. */
static void begin_pipeline(struct scan_run *run)
{
    const struct search_options *const options = run->options;
    const struct record_use *const use = run->use;
    const bool findings = use->findings && use->count == COUNT_NONE;
    const bool where = conditions_need_parse(&options->conditions);

    if (use->count == COUNT_NONE)
        run->pipeline.sink = use->sink;
    run->pipeline.sink.lines |= options->conditions.lines;
    if (conditions_need_no_parse(&options->conditions))
        pipeline_add(&run->pipeline, stage_where_early, &options->conditions);
    if (run->pipeline.sink.parse || options->valid || findings || where
        || (use->unique && use->sink.parse))
        add_parse(&run->pipeline, options);
    if (options->valid)
        pipeline_add(&run->pipeline, stage_valid, NULL);
    if (where)
        pipeline_add(&run->pipeline, stage_where, &options->conditions);
    if (findings)
        pipeline_add(&run->pipeline, stage_findings, NULL);
    if (use->unique)
        pipeline_add(&run->pipeline, stage_unique, use->unique);
}

int scan_operands(const struct search_options *options, const struct operands *given,
                  const struct record_use *use)
{
    struct operands operands = *given;
    struct scan_run run = {
        .options = options,
        .use = use,
        .skipped.max_url = options->urls.max_url
    };
    bool decided;

    complete_operands(&operands, options);
    begin_pipeline(&run);
    begin_search(&run);
    begin_blocks(&run);
    rejects_open(&run.rejects, options->log.rejects, &operands);
    begin_walk(&run, &operands);
    begin_progress(options, &operands);
    interrupt_open();
    if (options->threads > 1)
        scan_together(&run, options->threads);
    else
        scan_alone(&run);
    if (use->count == COUNT_ALL) {
        out_number(run.found);
        out_end_record();
    }
    progress_pause();
    progress_resume();
    report_walk(&run);

    walk_end(&run.walk);
    blocks_close(&run.blocks);
    decided = undecided_end(&run.undecided, options->log.choice.given);
    if (!rejects_end(&run.rejects, options->log.stats) || run.skipped.failed || !decided)
        return STATUS_ERROR;
    return run.found > 0 ? STATUS_OK : STATUS_NONE;
}
