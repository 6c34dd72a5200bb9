/* SPDX-License-Identifier: MIT */
#ifndef SELECTOR_H
#define SELECTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "locus.h"

/*
 * Selectors, which name a value of a record, and templates, which are text with
 * selectors in braces: grammar/command/selection.rl.
 */

/* The values that are no parts, numbered after these. */
enum selected {
    VALUE_INPUT = LOCUS_PART_COUNT,
    VALUE_URL,
    VALUE_FILE,
    VALUE_LINE,
    VALUE_OFFSET,
    VALUE_GRAMMAR,
    VALUE_HOST_KIND,
    VALUE_ERROR,
    VALUE_ERROR_OFFSET,
    VALUE_FINDINGS,
    VALUE_COUNT
};

struct selector {
    int  value;                   /* enum locus_part or enum selected; -1: none */
    bool decoded;                 /* percent-decoded */
};

/* A piece of a template: a value, or text[0..len). */
struct template_piece {
    const char     *text;         /* NULL: a value */
    size_t          len;
    struct selector selector;
};

/* What a template consists of. It is read once and then only walked along. */
struct template {
    struct template_piece *pieces;
    size_t count;
    bool parts;                   /* it needs locus_parse() */
    bool lines;                   /* it needs the number of the line */
};

/* --get: reads a template. Ends the command if it is none. */
void template_read(struct template *template, const char *verb, const char *text);

void template_free(struct template *template);

/* --by: the part that is selected; LOCUS_PART_COUNT for "url", the whole of it. Ends the
   command if it is none. */
enum locus_part select_part(bool *decoded, const char *verb, const char *text);

/* "PART=VALUE", or "PART:decoded=VALUE". */
struct assignment {
    const char *value;            /* from here to the end of the text */
    int         part;             /* enum locus_part; -1: there is none of that name */
    bool        decoded;
};

/* --set. False if there is no "=". */
bool read_assignment(struct assignment *assignment, const char *text, size_t len);

#endif
