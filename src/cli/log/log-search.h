/* SPDX-License-Identifier: MIT */
#ifndef LOG_SEARCH_H
#define LOG_SEARCH_H

#include "cli/record/record.h"
#include "cli/settings/settings.h"

/*
 * What log-lines.c does with each line of a log: the same in all blocks.
 */
struct log_search {
    const struct log_choice *log; /* its format is NULL: that of the file (--log auto) */
    struct locus_scan scan;       /* initial state for the URLs in a User-Agent */
    struct record     record;     /* what all records have in common */
    struct log_grammars grammars;
    unsigned of;                  /* --of: a bit for each enum log_of */
    uint32_t max_line;            /* the longest line, in bytes */
    bool     only_count;          /* no member of the records is needed */
    bool     keeps_rejects;       /* --rejects */
};

struct scan_run;

/* Prepares the search, and sets how files may be cut into blocks (record_source.begin). */
void log_search_begin(struct scan_run *run);

#endif
