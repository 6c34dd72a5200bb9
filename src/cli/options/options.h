/* SPDX-License-Identifier: MIT */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/settings/settings.h"

/*
 * The options of all verbs: options.def. Each has one type, that of the member of the
 * verb's own options into which it is read.
 */

enum option_id {
#define OPTION(id, letter, name, argument, type, reader, values, times, \
               sentence) \
    OPTION_##id,
#include "cli/options/options.def"
#undef OPTION
    OPTION_COUNT
};

#define OPTION(id, letter, name, argument, type, reader, values, times, \
               sentence) \
    typedef type option_type_##id;
#include "cli/options/options.def"
#undef OPTION

/* A word that is accepted as the argument of an option, and its meaning. */
struct word {
    const char *name;             /* NULL ends the list */
    int         value;
    const char *note;             /* for the help, such as "default"; NULL: none */
};

struct verb;

/* The words that an argument may be. */
struct option_values {
    /* Word number `i`; its name is NULL after the last one. */
    struct word (*at)(const struct verb *verb, size_t i);
    enum {
        VALUES_ONE,
        VALUES_LIST,              /* several, separated by commas */
        VALUES_SELECTORS,         /* the same, each possibly followed by ":" and a view */
        VALUES_ASSIGNED,          /* one, followed by "=" and a text */
        VALUES_FILE               /* the name of a file; there are no words */
    } kind;
    bool in_help;                 /* few enough to be listed in the help */
};

struct option_row {
    const char          *name;
    const char          *argument;
    const char          *sentence;
    const struct option_values *values;
    /* Stores an argument, which it may cut apart, or ends the command with a usage
       error. */
    void (*read)(void *member, const struct verb *verb, char *argument);
    char                 letter;
    bool                 repeats; /* every occurrence counts */
};

/* The row of an option; indexed by enum option_id. */
const struct option_row *option_row(enum option_id id);

/* Whether it is one of the options of the verb. */
bool verb_takes(const struct verb *verb, enum option_id id);

/* Reads argv, where argv[0] is the verb, into the verb's own options, which contain its
   defaults. Ends the command after --help, or with a usage error. */
void options_read(const struct verb *verb, void *options, struct operands *operands,
                  int argc, char **argv);

#endif
