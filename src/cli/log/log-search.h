/* SPDX-License-Identifier: MIT */
#ifndef LOG_SEARCH_H
#define LOG_SEARCH_H

#include "cli/log/rejects.h"
#include "cli/urls/url-search.h"

/* --log, and the options that need it. */
struct log_options {
    struct log_choice   choice;
    struct log_grammars grammars; /* of the records */
    unsigned            of;       /* a bit for each enum log_of */
    const char         *rejects;  /* NULL: no --rejects */
    bool                stats;
};

/*
 * What log-lines.c does with each line of a log: the same in all blocks.
 */
struct log_search {
    const struct log_choice *log; /* of the current file */
    bool     is_given;            /* `log` applies to all files; else one is chosen for each */
    struct locus_scan scan;       /* initial state for the URLs in a User-Agent */
    struct record     record;     /* what all records have in common */
    const struct pipeline *pipeline; /* of each record */
    struct rejects   *rejects;    /* those of all files */
    struct log_grammars grammars;
    unsigned of;                  /* --of: a bit for each enum log_of */
    uint32_t max_line;            /* the longest line, in bytes */
    bool     only_count;          /* no member of the records is needed */
    bool     keeps_rejects;       /* --rejects */
};

/* Prepares the search; the caller sets `pipeline` and `rejects` before. `urls` are those in a
   User-Agent. Sets how files may be cut into blocks: blocks.cut and .first_uncut. */
void log_search_begin(struct log_search *search, struct blocks *blocks,
                      const struct log_options *options, const struct url_options *urls);

/* Chooses how a block is read, by the first block of its file: sets results->log. To be called
   for each block in order; `results` is zeroed before. */
void log_search_begin_block(struct log_search *search, struct block *block,
                            struct log_results *results);

/* Takes the records of each line of a whole block through the pipeline, after
   log_search_begin_block(). Returns how many reached its end. Threads may call it at the same
   time. */
uint64_t log_search_block(const struct log_search *search, struct block *block,
                          struct log_results *results, struct undecided *undecided);

#endif
