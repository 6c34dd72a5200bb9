/* SPDX-License-Identifier: MIT */
#ifndef VERB_H
#define VERB_H

#include "cli/options/options.h"

/*
 * A verb is one row. Parsing, the help, the shell completions, and SYNOPSIS and OPTIONS
 * of the manual pages are generated from it and from the rows of its options
 * (options.def).
 */

/* An option that a verb takes. */
struct option_use {
    size_t         offset;        /* of its member in the verb's options */
    enum option_id id;
    bool           required;
    bool           unlisted;      /* the manual page has it, but no help and no completion */
    const char    *sentence;      /* what it does in this verb; NULL: that of the row */
};

/* What the option does, for the help of the verb. */
const char *option_sentence(const struct option_use *use);

/* Declares that `member` of the verb's options (a type) takes the option `id`. Their
   types must be equal. */
#define TAKES_AS(options, member, option) \
    { .id = OPTION_##option, \
      .offset = _Generic(((options *)0)->member, \
                         option_type_##option: offsetof(options, member)) }
#define TAKES(options, id) TAKES_AS(options, id, id)
#define TAKES_SAYING(options, id_, sentence_) \
    { .id = OPTION_##id_, .sentence = (sentence_), \
      .offset = _Generic(((options *)0)->id_, \
                         option_type_##id_: offsetof(options, id_)) }
#define REQUIRES(options, member) \
    { .id = OPTION_##member, .required = true, \
      .offset = _Generic(((options *)0)->member, \
                         option_type_##member: offsetof(options, member)) }

/* All verbs take --help. */
#define TAKES_HELP { .id = OPTION_help }, { .id = OPTION_COUNT }

/* What the shells complete in place of an operand. */
enum operand_kind {
    OPERAND_TEXT,                 /* nothing */
    OPERAND_FILE,
    OPERAND_PART,                 /* PART= */
    OPERAND_VERB
};

/* What takes the place of a verb that was forgotten. */
enum word_kind {
    WORD_OTHER,
    WORD_FILE,                    /* the name of a file */
    WORD_URL                      /* valid or not */
};

struct verb {
    const char *name;
    const char *operands;         /* "BASE [URL...]"; NULL: none are allowed */
    const char *before_items;     /* what a command line needs even if the items are read from
                                     standard input, for a hint: "BASE"; NULL: nothing */
    const char *summary;          /* for the overview */
    const char *about;            /* lines below the usage */
    const char *notes;            /* lines below the options, where {parts}, {scheme-parts}
                                     and {components} stand for their names; NULL: none */
    const char *const *examples;  /* end with NULL */
    const struct option_use *options;     /* end with TAKES_HELP */
    const struct word *formats;   /* of -o */
    const struct locus_grammar *const *grammar;   /* the default; NULL: none */
    bool grammar_follows;         /* the verb sets the default itself */
    unsigned unusable;            /* enum locus_trait: grammars with one of these */
    int (*run)(int argc, char **argv);    /* returns an enum status */
    void (*help)(void);           /* writes its help; NULL: made from this row */
    enum operand_kind operand;
    bool operand_required;        /* the first one is required */
    enum word_kind word;          /* a word of this kind that is no verb suggests this one */
    const char *purpose;          /* what it does with it: "to parse this URL" */
};

/* The rows of a screen, which the overview and most help texts fit on. */
enum { HELP_ROWS = 24 };

/* Writes the help of a verb. */
void help(const struct verb *verb);

/* Writes a line of the overview: the usage of a verb, and its summary. */
void help_line(const struct verb *verb);

/* The same for an option in place of a verb. */
void help_option_line(const struct option_row *row);

#endif
