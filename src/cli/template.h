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

#endif
