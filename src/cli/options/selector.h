/* SPDX-License-Identifier: MIT */
#ifndef SELECTOR_H
#define SELECTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "locus.h"
#include "locus/schemes.h"

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
    VALUE_FINDINGS,
    VALUE_COUNT
};

struct selector {
    int    value;                 /* enum locus_part or enum selected; -1: none */
    bool   decoded;               /* percent-decoded */
    bool   prefix;                /* --remove: the key is the beginning of a name */
    char  *key;                   /* of a parameter of the query, must be freed; NULL: the
                                     whole part */
    size_t key_len;
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
void template_read(struct template *template, const char *verb, const char *text);

void template_free(struct template *template);

/* Parses --by: a part or VALUE_URL. Ends the command if it is invalid. */
void select_value(struct selector *selector, const char *verb, const char *text);

/* Gets the span of the selected part or parameter in the URL; {0, 0} if its value is
   absent or empty. Returns false if the part or parameter is absent. */
bool selected_span(struct locus_span *span, const struct selector *selector,
                   const struct locus_url *url, const char *text);

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
