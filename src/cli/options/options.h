/* SPDX-License-Identifier: MIT */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "locus.h"
#include "locus/schemes.h"

/*
 * The options of all verbs: options.def. Each is of one type, which the member of a
 * verb's own options has that it is read into.
 */

enum format {
    FORMAT_NONE,                  /* not given */
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

/* --schemes: as locus_scan has them. `name` is to be freed. */
struct scheme_names {
    const char **name;            /* NULL: all schemes */
    size_t       count;
};

/* --delimiters: as locus_scan has them; bytes of the command line. */
struct delimiters {
    const char *bytes;            /* NULL: none */
    size_t      count;
};

/* --define. `schemes.entries` are these, which are to be freed. */
struct definitions {
    struct locus_schemes schemes;
    struct locus_scheme_entry *entries;
};

/* --set PART=VALUE, --remove PART, --sort-query, --drop-empty: not read yet. */
enum change_kind {
    CHANGE_SET,
    CHANGE_REMOVE,
    CHANGE_SORT_QUERY,
    CHANGE_DROP_EMPTY
};

struct change {
    const char *text;             /* the argument */
    enum change_kind kind;
};

/* In the order of the command line; to be freed. */
struct changes {
    struct change *change;
    size_t         count;
};

/* --keys: as locus_redact() has them; to be freed. */
struct keys {
    struct locus_slice *key;
    size_t              count;
};

/* --steps */
struct steps {
    unsigned value;               /* a sum of enum locus_step */
    bool     given;
};

/* The defaults of --max-url; and of --max-window, which zstd has as well. */
#define MAX_URL ((uint64_t)16 << 20)
#define MAX_WINDOW ((uint64_t)128 << 20)

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

/* A word that an option takes, and its meaning. */
struct word {
    const char *name;             /* NULL ends a list */
    int         value;
    const char *note;             /* for the help, "default"; NULL: none */
};

struct verb;

/* The words that an argument may be. */
struct option_values {
    /* The number `i` of them, with NULL as its name after the last. */
    struct word (*at)(const struct verb *verb, size_t i);
    enum {
        VALUES_ONE,
        VALUES_LIST,              /* several, with commas between them */
        VALUES_ASSIGNED           /* one, and "=" and a text after it */
    } kind;
    bool in_help;                 /* few enough to be listed there */
};

struct option_row {
    const char          *name;
    const char          *argument;
    const char          *sentence;
    const struct option_values *values;
    /* Stores an argument, which may be cut apart, or ends the command with a usage
       error. */
    void (*read)(void *member, const struct verb *verb, char *argument);
    char                 letter;
    bool                 repeats; /* each occurrence counts */
};

/* The row of an option; by enum option_id. */
const struct option_row *option_row(enum option_id id);

/* The operands of a verb. */
struct operands {
    const struct verb *verb;
    char             **at;        /* "-" if there are none */
    int                count;
    bool               given;
};

/* Reads argv, in which argv[0] is the verb, into the verb's own options, which hold
   its defaults. Ends the command after --help, or with a usage error. */
void options_read(const struct verb *verb, void *options, struct operands *operands,
                  int argc, char **argv);

#endif
