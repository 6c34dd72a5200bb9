/* SPDX-License-Identifier: MIT */
#ifndef TRANSFORM_H
#define TRANSFORM_H

#include "cli/options/verb.h"

/* The options that all these verbs share. */
struct transform_options {
    const struct locus_grammar *grammar;
    enum format format;
    bool        null;
    bool        line_buffered;
};

/* The same for verb.h, in a member `common`. */
#define TAKES_TRANSFORM_OPTIONS(options) \
    TAKES_AS(options, common.grammar, grammar), \
    TAKES_AS(options, common.format, output), \
    TAKES_AS(options, common.null, null), \
    TAKES_AS(options, common.line_buffered, line_buffered)

/* The formats of -o in resolve, relativize and normalize. */
extern const struct word transform_formats[];

/*
 * The common part of the verbs that convert each item to a text. An item that fails gives
 * an error and an empty line, so that lines of output correspond to lines of input.
 */
struct transform {
    const struct transform_options *options;
    const struct operands *operands;
    /* Like the functions of locus.h that write: returns 0, or an error whose place is in
       the report. */
    int (*write)(void *state, char *buf, size_t size, size_t *len,
                 const char *text, size_t text_len,
                 struct locus_report *report);
    void  *state;
    char  *buf;
    size_t size;
    int    component;             /* the part named in the records; -1: none */
    int    status;                /* enum status */
    bool   finds;                 /* report what was decoded */
    bool   print0;                /* end each result with NUL */
    bool   hides;                 /* the input must not be shown in records and
                                     messages */
};

/* Processes all items: the operands, or standard input. Returns an enum status. */
int transform_all(struct transform *transform);

/* Processes one item; `unit` is what `number` counts. `text` is NULL if there is no
   input. */
void transform_item(void *transform, const char *unit, uint64_t number,
                    const char *text, size_t len);

/* locus_parse() of an item. Returns 0, or the error, and sets the report to its place in
   the item. */
int transform_parse(struct locus_url *url, const char *text, size_t len,
                    const struct locus_grammar *grammar, struct locus_report *report);

#endif
