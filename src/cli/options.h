/* SPDX-License-Identifier: MIT */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "locus.h"

enum format {
    FORMAT_NONE,                  /* not said */
    FORMAT_HUMAN,
    FORMAT_JSON,
    FORMAT_TSV,
    FORMAT_URL
};

enum color {
    COLOR_AUTO,
    COLOR_ALWAYS,
    COLOR_NEVER
};

/* --set PART=VALUE, --remove PART: not read yet. */
struct change {
    const char *text;
    bool        remove;
};

/* What the options of a verb said, and the operands. */
struct options {
    const char        *verb;
    const struct locus_grammar *grammar;
    bool               grammar_said;
    enum format        format;
    const char        *get;       /* NULL: no --get */
    bool               findings;
    bool               valid;         /* only URLs that are */
    const char        *mail;      /* NULL: no --mail */
    struct locus_schemes own;     /* --define; entries are these */
    struct locus_scheme_entry *defined;
    bool               null;
    enum color         color;
    bool               line_buffered;

    enum locus_context context;
    const char       **schemes;   /* NULL: all of them */
    size_t             scheme_count;
    const char        *delimiters; /* what ends a URL; NULL: nothing else */
    size_t             delimiter_count;
    const char        *by;        /* --by */
    uint64_t           limit;     /* so many values, of a verb that has them;
                                     else 0 */
    uint64_t           max_url;   /* the longest URL, in bytes */
    uint64_t           max_window; /* bytes; of a verb that decompresses */
    bool               count;
    bool               byte_offset;
    bool               line_number;
    bool               with_filename;
    bool               no_progress;
    unsigned           threads;

    int                component; /* --part: a component, or -1 */
    bool               keep;
    bool               plus;
    bool               file;
    bool               windows;
    bool               print0;
    bool               finds;     /* set by the verb: it tells what it finds */
    struct change     *changes;   /* in the order of the command line */
    size_t             change_count;

    unsigned           steps;     /* enum locus_step, or LOCUS_SAME_LEVEL */
    bool               steps_said;
    bool               compatible;

    char             **operands;  /* "-" if there are none */
    int                operand_count;
};

/* Reads argv, in which argv[0] is the verb. Ends the command after --help, or
   where the options are wrong. */
void options_parse(struct options *options, int argc, char **argv);
void options_explain(struct options *options, int argc, char **argv);
void options_scan(struct options *options, int argc, char **argv);
void options_top(struct options *options, int argc, char **argv);

void options_encode(struct options *options, int argc, char **argv);
void options_edit(struct options *options, int argc, char **argv);
void options_build(struct options *options, int argc, char **argv);

/* resolve and relativize: the first operand is left in operands[-1]. normalize.
   compare: operand_count is 2. */
void options_resolve(struct options *options, int argc, char **argv);
void options_normalize(struct options *options, int argc, char **argv);
void options_compare(struct options *options, int argc, char **argv);

/* For verbs without options and operands. */
void options_none(int argc, char **argv);

void options_free(struct options *options);

#endif
