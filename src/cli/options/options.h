/* SPDX-License-Identifier: MIT */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "locus.h"
#include "locus/log.h"
#include "locus/schemes.h"

/*
 * The options of all verbs: options.def. Each has one type, that of the member of the
 * verb's own options into which it is read.
 */

enum format {
    FORMAT_NONE,                  /* not given */
    FORMAT_CSV,
    FORMAT_HUMAN,
    FORMAT_JSON,
    FORMAT_OBJECT,                /* JSON with chosen columns */
    FORMAT_ROW,                   /* TSV of --stream: no header; \N: no value */
    FORMAT_ROW_BINARY,
    FORMAT_TSV,
    FORMAT_TUPLE,
    FORMAT_URL
};

/* --input */
enum input_format {
    INPUT_LINES,                  /* a line is a URL */
    INPUT_ROW_BINARY,             /* blocks of rows with types */
    INPUT_TSV                     /* its cells are a URL and perhaps a key, with escapes */
};

enum color {
    COLOR_AUTO,
    COLOR_ALWAYS,
    COLOR_NEVER
};

/* --schemes, as for struct locus_scan. `name` must be freed. */
struct scheme_names {
    const char **name;            /* NULL: all schemes */
    size_t       count;
};

/* --delimiters, as for struct locus_scan; bytes of the command line. */
struct delimiters {
    const char *bytes;            /* NULL: none */
    size_t      count;
};

/* --define. `schemes.entries` points to these, which must be freed. */
struct definitions {
    struct locus_schemes schemes;
    struct locus_scheme_entry *entries;
};

/* --set PART=VALUE, --remove PART, --sort-query, --drop-empty: not yet parsed. */
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

/* In the order of the command line; must be freed. */
struct changes {
    struct change *change;
    size_t         count;
};

/* --keys, as for locus_redact(). They must be freed. */
struct keys {
    struct locus_slice *key;
    size_t              count;
};

/* Arguments of an option that may be repeated. `text` must be freed. */
struct texts {
    const char **text;
    size_t       count;
};

/* --log or --log-format */
struct log_choice {
    bool given;
    bool is_row;                  /* --log-format */
    bool any_envelope;            /* `envelope` is NULL: find that of each file */
    bool is_open;                 /* --log names only an envelope, "cri+": --log-format
                                     must follow */
    const struct locus_log_format *format; /* NULL: of each file (auto) */
    const struct locus_log_envelope *envelope; /* NULL: none, or any */
    const struct locus_log_keys *keys; /* json:KEYS; NULL: none */
};

/* --of: the field of a log line from which a record comes. */
enum log_of {
    OF_TARGET,
    OF_REFERER,
    OF_AGENT,                     /* a URL in it */
    OF_COUNT
};

/* The grammars of the records of a log. */
struct log_grammars {
    const struct locus_grammar *of[OF_COUNT];
    bool are_targets;             /* that of targets knows their forms */
};

/* --steps */
struct steps {
    unsigned value;               /* a combination of enum locus_step */
    bool     given;
};

/* The default of --max-url, and that of --max-window, which is also zstd's. */
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
        VALUES_ASSIGNED           /* one, followed by "=" and a text */
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

/* The operands of a verb. */
struct operands {
    const struct verb *verb;
    char             **at;        /* "-" if there are none */
    int                count;
    bool               given;
};

/* Reads argv, where argv[0] is the verb, into the verb's own options, which contain its
   defaults. Ends the command after --help, or with a usage error. */
void options_read(const struct verb *verb, void *options, struct operands *operands,
                  int argc, char **argv);

#endif
