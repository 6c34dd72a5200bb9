/* SPDX-License-Identifier: MIT */
#ifndef SCAN_OPERANDS_H
#define SCAN_OPERANDS_H

#include "cli/conditions/condition.h"
#include "cli/log/log-search.h"
#include "cli/options/verb.h"
#include "cli/record/pipeline.h"

/* The options of scan. top uses some of them. */
struct scan_options {
    struct url_options  urls;
    struct log_options  log;
    struct texts        where;    /* the arguments of --where */
    struct conditions   conditions; /* these, parsed */
    const char         *get;      /* NULL: no --get */
    enum format         format;
    const char         *columns;  /* NULL: no --columns */
    struct unique      *unique;   /* NULL: no --unique */
    uint64_t            max_window;   /* bytes */
    unsigned            threads;
    bool                recursive;
    struct texts        include;  /* globs of -r */
    struct texts        exclude;
    bool                valid;    /* only valid URLs */
    bool                findings;
    bool                count;
    bool                byte_offset;
    bool                line_number;
    bool                with_filename;
    bool                no_filename;
    bool                line_buffered;
    bool                no_progress;
};

/* For verb.h: the options of scan and top that choose what is found, and the format. The verb's
   own options have a member `scan`. */
#define TAKES_SEARCH_OPTIONS(options) \
    TAKES_AS(options, scan.urls.grammar, grammar), \
    TAKES_AS(options, scan.log.choice, log), \
    TAKES_AS(options, scan.log.choice, log_format), \
    TAKES_AS(options, scan.recursive, recursive), \
    TAKES_AS(options, scan.include, include), \
    TAKES_AS(options, scan.exclude, exclude), \
    TAKES_AS(options, scan.log.of, of), \
    TAKES_AS(options, scan.urls.context, context), \
    TAKES_AS(options, scan.urls.schemes, schemes), \
    TAKES_AS(options, scan.urls.delimiters, delimiters), \
    TAKES_AS(options, scan.valid, valid), \
    TAKES_AS(options, scan.where, where), \
    TAKES_AS(options, scan.urls.define, define), \
    TAKES_AS(options, scan.format, output)

/* For verb.h: those that choose how files are read. */
#define TAKES_READING_OPTIONS(options) \
    TAKES_AS(options, scan.threads, threads), \
    TAKES_AS(options, scan.log.rejects, rejects), \
    TAKES_AS(options, scan.log.stats, stats), \
    TAKES_AS(options, scan.urls.max_url, max_url), \
    TAKES_AS(options, scan.max_window, max_window), \
    TAKES_AS(options, scan.no_progress, no_progress)

/* Their defaults. */
#define SCAN_DEFAULTS { \
    .urls.max_url = MAX_URL, .max_window = MAX_WINDOW, .threads = 1 \
}

/* Sets the defaults that depend on other options. Ends the command if options cannot be used
   together, or a grammar is not built in. */
void scan_complete(const struct verb *verb, struct scan_options *options);

/* What the selectors of an option may name; after scan_complete(). */
struct selecting scan_selecting(const struct verb *verb, const char *option,
                                const struct scan_options *options);

void scan_options_free(struct scan_options *options);

/* Finds the URLs in the operands and takes each through a pipeline: the stages that the
   options ask for, then `sink`. Without threads, the sink gets the records in the order
   of the input; with threads, its output is put in that order (pool.h). If the options
   ask for the number of URLs, writes that, and the sink gets nothing. Reports read
   errors. Returns an enum status. */
int scan_operands(const struct scan_options *options, const struct operands *given,
                  const struct sink *sink);

#endif
