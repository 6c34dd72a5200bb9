/* SPDX-License-Identifier: MIT */
#ifndef SEARCH_OPTIONS_H
#define SEARCH_OPTIONS_H

#include "cli/conditions/condition.h"
#include "cli/log/log-search.h"
#include "cli/options/verb.h"
#include "cli/selectors/selector.h"

/* The options of a verb that searches files: what is found, and how files are read. */
struct search_options {
    struct url_options  urls;
    struct log_options  log;
    struct texts        where;    /* the arguments of --where */
    struct conditions   conditions; /* these, parsed */
    uint64_t            max_window;   /* bytes */
    unsigned            threads;
    bool                recursive;
    struct texts        include;  /* globs of -r */
    struct texts        exclude;
    bool                valid;    /* only valid URLs */
    bool                no_progress;
};

/* For verb.h: the options that choose what is found. The verb's own options have a member
   `search`. */
#define TAKES_SEARCH_OPTIONS(options) \
    TAKES_AS(options, search.urls.grammar, grammar), \
    TAKES_AS(options, search.log.choice, log), \
    TAKES_AS(options, search.log.choice, log_format), \
    TAKES_AS(options, search.recursive, recursive), \
    TAKES_AS(options, search.include, include), \
    TAKES_AS(options, search.exclude, exclude), \
    TAKES_AS(options, search.log.of, of), \
    TAKES_AS(options, search.urls.context, context), \
    TAKES_AS(options, search.urls.schemes, schemes), \
    TAKES_AS(options, search.urls.delimiters, delimiters), \
    TAKES_AS(options, search.valid, valid), \
    TAKES_AS(options, search.where, where), \
    TAKES_AS(options, search.urls.define, define)

/* For verb.h: the options that choose how files are read. */
#define TAKES_READING_OPTIONS(options) \
    TAKES_AS(options, search.threads, threads), \
    TAKES_AS(options, search.log.rejects, rejects), \
    TAKES_AS(options, search.log.stats, stats), \
    TAKES_AS(options, search.urls.max_url, max_url), \
    TAKES_AS(options, search.max_window, max_window), \
    TAKES_AS(options, search.no_progress, no_progress)

/* Their defaults. */
#define SEARCH_DEFAULTS { \
    .urls.max_url = MAX_URL, .max_window = MAX_WINDOW, .threads = 1 \
}

/* Sets the defaults that depend on other options. Ends the command if options cannot be used
   together, or a grammar is not built in. */
void search_complete(const struct verb *verb, struct search_options *options);

/* What the selectors of an option may name; after search_complete(). */
struct selecting search_selecting(const struct verb *verb, const char *option,
                                  const struct search_options *options);

void search_options_free(struct search_options *options);

#endif
