/* SPDX-License-Identifier: MIT */
#ifndef WRITE_VALUES_H
#define WRITE_VALUES_H

#include <stdbool.h>

#include "cli/options/options.h"
#include "cli/top/values.h"

/* How values are written. */
struct values_form {
    enum format format;           /* JSON, TSV, or else lines of text */
    const char *name;             /* the selector, for the header of TSV */
    uint64_t    limit;            /* write so many values */
    bool        decoded;          /* they may contain any byte */
};

/* Sorts the values, the most frequent one first, and writes them. */
void write_values(struct values *values, const struct values_form *form);

#endif
