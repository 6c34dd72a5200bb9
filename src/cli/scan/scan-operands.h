/* SPDX-License-Identifier: MIT */
#ifndef SCAN_OPERANDS_H
#define SCAN_OPERANDS_H

#include "cli/output/record.h"
#include "cli/verb.h"

/* The options of scan. top uses some of them. */
struct scan_options {
    const struct locus_grammar *grammar;
    const char         *get;      /* NULL: no --get */
    struct scheme_names schemes;
    struct delimiters   delimiters;
    struct definitions  define;
    uint64_t            max_url;  /* the longest URL, in bytes */
    uint64_t            max_window;   /* bytes */
    const struct locus_context *context;
    enum format         format;
    unsigned            threads;
    bool                valid;    /* only valid URLs */
    bool                findings;
    bool                count;
    bool                byte_offset;
    bool                line_number;
    bool                with_filename;
    bool                line_buffered;
    bool                no_progress;
};

/* Their defaults. */
#define SCAN_DEFAULTS { \
    .max_url = MAX_URL, .max_window = MAX_WINDOW, .context = locus_text, .threads = 1 \
}

/* Exits with an error if the grammar is not built in. */
void scan_need_grammar(const struct verb *verb, const struct scan_options *options);

void scan_options_free(struct scan_options *options);

/* Receives the URLs instead of standard output, one at a time and in order; in a
   single thread if the options ask for one. A record's pointers are valid only
   during the call. */
struct taker {
    void (*take)(void *data, const struct record *record);
    void *data;
    bool  parts;                  /* it needs locus_parse() */
};

/* Finds the URLs in the operands. Reports read errors. Returns an enum status. If
   `taker` is NULL, URLs are written as the options say. */
int scan_operands(const struct scan_options *options, const struct operands *operands,
                  const struct taker *taker);

#endif
