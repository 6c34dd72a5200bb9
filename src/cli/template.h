/* SPDX-License-Identifier: MIT */
#ifndef TEMPLATE_H
#define TEMPLATE_H

#include "record.h"

/*
 * --get: text with the names of values in braces. It is read once and then
 * only walked along.
 */
struct template {
    struct template_piece *pieces;
    size_t count;
    bool parts;                   /* it needs locus_parse() */
    bool lines;                   /* it needs the number of the line */
};

/* Reads a template. Ends the command if it is none. */
void template_read(struct template *template, const char *verb,
                   const char *text);

void template_write(const struct template *template,
                    const struct record *record);

void template_free(struct template *template);

/* --by: the part that `name` is, with or without ":decoded" behind it;
   LOCUS_PART_COUNT for "url", the whole of it. Ends the command if it is none. */
enum locus_part template_part(bool *decoded, const char *verb, const char *name);

/* What ":decoded" makes of a part, LOCUS_PART_COUNT for the whole URL. Writes at
   most `len` bytes; returns how many. */
size_t template_decode(char *to, const char *text, size_t len,
                       enum locus_part part);

#endif
