/* SPDX-License-Identifier: MIT */
#ifndef TRANSFORM_H
#define TRANSFORM_H

#include "cli/verb.h"

/* The options that all these verbs have. */
struct transform_options {
    const struct locus_grammar *grammar;
    enum format format;
    bool        null;
    bool        line_buffered;
};

/* The same for verb.h: in a member `common`. */
#define TAKES_TRANSFORM_OPTIONS(options) \
    TAKES_AS(options, common.grammar, grammar), \
    TAKES_AS(options, common.format, output), \
    TAKES_AS(options, common.null, null), \
    TAKES_AS(options, common.line_buffered, line_buffered)

/* What -o takes in resolve, relativize and normalize. */
extern const struct word transform_formats[];

/*
 * What the verbs have in common that make a text of each item, or an error and an
 * empty line, so that output and input go side by side.
 */
struct transform {
    const struct transform_options *options;
    const struct operands *operands;
    /* As the functions of locus.h that write: 0, or an error that the report
       tells the place of. */
    int (*write)(void *state, char *buf, size_t size, size_t *len,
                 const char *text, size_t text_len,
                 struct locus_report *report);
    void  *state;
    char  *buf;
    size_t size;
    int    component;             /* named in the records; -1: none */
    int    status;                /* enum status */
    bool   finds;                 /* what was decoded is reported */
    bool   print0;                /* a NUL ends each result */
    bool   hides;                 /* the input is not to be seen: nothing of it is
                                     in the records and messages */
};

/* All items: the operands, or what standard input holds. Returns an enum
   status. */
int transform_all(struct transform *transform);

/* One; `unit` is what is counted. `text` is NULL where there is no input. */
void transform_item(void *transform, const char *unit, uint64_t number,
                    const char *text, size_t len);

/* locus_parse() of an item, for the report: 0, or the error, which is in the item
   itself. */
int transform_parse(struct locus_url *url, const char *text, size_t len,
                    const struct locus_grammar *grammar, struct locus_report *report);

#endif
