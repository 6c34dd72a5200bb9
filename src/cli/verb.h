/* SPDX-License-Identifier: MIT */
#ifndef VERB_H
#define VERB_H

#include "cli/options/options.h"

/*
 * A verb is a row: from it and from the rows of its options (options.def) come
 * parsing, the help, what the shells complete, and SYNOPSIS and OPTIONS of the manual
 * page.
 */

/* An option that a verb takes. */
struct option_use {
    size_t         offset;        /* of its member in the verb's options */
    enum option_id id;
    bool           required;
};

/* That `member` of the verb's options (a type) takes the option `id`, whose type it
   must have. */
#define TAKES_AS(options, member, option) \
    { .id = OPTION_##option, \
      .offset = _Generic(((options *)0)->member, \
                         option_type_##option: offsetof(options, member)) }
#define TAKES(options, id) TAKES_AS(options, id, id)
#define REQUIRES(options, member) \
    { .id = OPTION_##member, .required = true, \
      .offset = _Generic(((options *)0)->member, \
                         option_type_##member: offsetof(options, member)) }

/* All verbs take --help. */
#define TAKES_HELP { .id = OPTION_help }, { .id = OPTION_COUNT }

/* What the shells complete in the place of an operand. */
enum operand_kind {
    OPERAND_TEXT,                 /* nothing */
    OPERAND_FILE,
    OPERAND_PART,                 /* PART= */
    OPERAND_VERB
};

struct verb {
    const char *name;
    const char *operands;         /* "BASE [URL...]"; NULL: none */
    const char *summary;          /* of the overview */
    const char *about;            /* lines under the usage */
    const char *notes;            /* lines under the options; NULL: none */
    const char *const *examples;  /* NULL ends them */
    const struct option_use *options;     /* TAKES_HELP ends them */
    const struct word *formats;   /* of -o */
    const struct locus_grammar *const *grammar;   /* by default; NULL: none */
    unsigned unusable;            /* enum locus_trait: grammars with one of these */
    int (*run)(int argc, char **argv);    /* returns an enum status */
    enum operand_kind operand;
    bool operand_required;        /* the first one */
};

#define VERB(name) extern const struct verb verb_##name;
#include "cli/verbs.def"
#undef VERB

/* The number `i` of all verbs; NULL after the last. */
const struct verb *verb_at(size_t i);

/* NULL if there is none of that name. */
const struct verb *verb_from_name(const char *name);

/* Their names, with commas between them. */
enum { VERB_LIST_SIZE = 256 };
void list_verbs(char list[VERB_LIST_SIZE]);

/* Ends the command: this is no verb, and perhaps was meant to be one, or a URL, or a
   file. */
_Noreturn void unknown_verb(const char *word);

/* Writes the help of a verb; with NULL, or verb_help, the overview. */
void help(const struct verb *verb);

#endif
