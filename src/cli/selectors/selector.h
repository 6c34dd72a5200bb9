/* SPDX-License-Identifier: MIT */
#ifndef SELECTOR_H
#define SELECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/settings/settings.h"

/*
 * Selectors, which name a value of a record, and templates, which are text with
 * selectors in braces: grammar/command/selection.rl.
 */

/* The values that are not parts, numbered after the parts. */
enum selected {
    VALUE_INPUT = LOCUS_PART_COUNT,
    VALUE_URL,
    VALUE_FILE,
    VALUE_LINE,
    VALUE_OFFSET,
    VALUE_GRAMMAR,
    VALUE_FORM,
    VALUE_HOST_KIND,
    VALUE_ERROR,
    VALUE_ERROR_OFFSET,
    VALUE_PORT_NUMBER,            /* the port that applies */
    VALUE_PARAMETER,              /* whose key is in the row (--input tsv) */
    VALUE_FINDINGS,
    VALUE_TEXT,                   /* the line of a log */
    VALUE_FIELD,                  /* a field of it */
    VALUE_COUNT
};

/* How a value is seen, apart from being decoded. */
enum view {
    VIEW_NORMAL,                  /* of the URL's normal form */
    VIEW_SHAPE,                   /* of a path: its segments by kind: "/user/{int}" */
    VIEW_CLASS,                   /* a status: "4xx"; an address: "private" */
    VIEW_HOUR,                    /* a time, to the hour: "2015-03-23T17" */
    VIEW_DAY,
    VIEW_DOMAIN,                  /* a host: the registrable domain: "example.co.uk" */
    VIEW_COUNT
};

/* More than there are log formats. */
enum { SELECTOR_FORMATS = 32 };

struct selector {
    int      value;               /* enum locus_part or enum selected; -1: none */
    unsigned views;               /* a bit for each enum view */
    bool     decoded;             /* percent-decoded */
    bool     prefix;              /* --remove: the key is the beginning of a name */
    bool     each;                /* of a query: the keys of its parameters, a list */
    bool     whole;               /* a part as it is: only `value` says what is selected */
    bool     indexed;             /* of LOCUS_PATH: the segment `from` */
    bool     slice;               /* if `indexed`: the segments from `from` to before `to` */
    long     from;                /* less than 0: counted from the end */
    long     to;
    char    *key;                 /* of a parameter of the query; must be freed. NULL: the
                                     whole part */
    size_t   key_len;
    int      part;                /* of the URL in a VALUE_FIELD: enum locus_part;
                                     LOCUS_PART_COUNT: the field itself */
    signed char field[SELECTOR_FORMATS]; /* of a VALUE_FIELD: its number in each format; -1
                                     if the format does not have it */
};

/* What the selectors of an option may name. */
struct selecting {
    const char *verb;
    const char *option;           /* "--by", for messages */
    const struct log_choice *log; /* NULL or not given: there are no fields */
    const struct locus_grammar *grammar; /* without a log: that of the parts */
    const struct log_grammars *grammars; /* with a log: those of the parts of its fields */
    unsigned of;                  /* with a log: the fields that are records, a bit for
                                     each enum log_of */
    bool cells;                   /* rows may have a cell with the key of a parameter */
    bool braces;                  /* set by template_read(): they are in braces */
};

/* A piece of a template: a value, or text[0..len). */
struct template_piece {
    const char     *text;         /* NULL: a value */
    size_t          len;
    struct selector selector;
};

/* The pieces of a template. It is parsed once. */
struct template {
    struct template_piece *pieces;
    size_t count;
    bool parts;                   /* needs locus_parse() */
    bool lines;                   /* needs the line number */
};

/* Parses the template of --get. Ends the command if it is invalid. */
void template_read(struct template *template, const struct selecting *selecting,
                   const char *text);

void template_free(struct template *template);

/* A selector in a list, and its text, such as "path:decoded". */
struct listed {
    struct selector selector;
    const char *name;
    size_t      name_len;
};

struct selector_list {
    struct listed *at;
    size_t count;
    bool parts;                   /* needs locus_parse() */
    bool lines;                   /* needs the line number */
};

/* Parses selectors with commas between them, to which the result refers. Ends the command
   if the text is invalid. */
void selectors_read(struct selector_list *list, const struct selecting *selecting,
                    const char *text);

/* Ends the command if a selector is there twice, which JSON cannot have. */
void selectors_check_names(const struct selector_list *list,
                           const struct selecting *selecting);

void selectors_free(struct selector_list *list);

/* "SELECTOR", or "SELECTOR OPERATOR VALUE" without the spaces. */
struct comparison {
    struct listed listed;
    const char *operation;        /* "<=" and what follows; NULL: none */
    size_t      operation_len;
};

/* Parses a condition. Ends the command if it is invalid. The key of the selector must be
   freed. */
void comparison_read(struct comparison *comparison, const struct selecting *selecting,
                     const char *text);

/* The names with which selectors begin: of parts, of other values, and if `fields`, of what
   lines of a log of any format may have. NULL after the last. */
const char *selector_name_at(size_t i, bool fields);

/* What may follow a name and ":". NULL after the last. */
const char *selector_view_at(size_t i);

/* Whether the value depends on how the URL was parsed. */
bool selector_needs_parse(const struct selector *selector);

/* Whether the values are a list: the keys of a query, or findings. */
static inline bool selector_is_list(const struct selector *selector)
{
    return selector->each || selector->value == VALUE_FINDINGS;
}

/* Whether the value is a decimal number, if the line has one there. */
bool selector_is_number(const struct selector *selector);

/* Whether the value is a time in ISO 8601; whether it is a host, an address or a name. */
bool selector_is_time(const struct selector *selector);
bool selector_is_address(const struct selector *selector);

/* Whether the value is a name that is compared without case: a host or a scheme. */
bool selector_ignores_case(const struct selector *selector);

/* "SELECTOR=VALUE". */
struct assignment {
    struct selector selector;
    const char *value;            /* the value, to the end of the text */
};

/* Parse the arguments of --set and --remove. Return NULL, or the end of an error message.
   The key must be freed in any case. */
const char *read_assignment(struct assignment *assignment, const char *text, size_t len);
const char *read_removal(struct selector *selector, const char *text, size_t len);

#endif
