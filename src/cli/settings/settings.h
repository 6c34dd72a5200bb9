/* SPDX-License-Identifier: MIT */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "locus.h"
#include "locus/log.h"
#include "locus/schemes.h"

/*
 * The types of the values of options (options.def), and the operands. Code that uses a value
 * includes only this header, not options.h.
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
    bool any_envelope;            /* each file may have a different one; `envelope` is NULL */
    bool is_open;                 /* --log names only an envelope, "cri+": --log-format
                                     must follow */
    const struct locus_log_format *format; /* NULL: auto, one for each file */
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
    bool are_targets;             /* that of targets distinguishes their forms */
};

/* --steps */
struct steps {
    unsigned value;               /* a combination of enum locus_step */
    bool     given;
};

/* --generate */
enum generated {
    GENERATED_MAN,
    GENERATED_MAN_SCAN,
    GENERATED_MAN_TOP,
    GENERATED_MAN_LOGS,
    GENERATED_BASH,
    GENERATED_ZSH,
    GENERATED_FISH,
    GENERATED_COUNT
};

/* The defaults of --limit, --mask, --max-url and --max-window (zstd's default as well). The
   sentences in options.def contain them. */
#define LIMIT 10
#define MASK "REDACTED"
#define MAX_URL_M 16
#define MAX_WINDOW_M 128
#define MAX_URL ((uint64_t)MAX_URL_M << 20)
#define MAX_WINDOW ((uint64_t)MAX_WINDOW_M << 20)

/* The operands of a verb. */
struct operands {
    const char *verb;             /* its name, for messages */
    const char *before_items;     /* as in struct verb */
    char      **at;               /* "-" if there are none */
    int         count;
    bool        given;
};

#endif
