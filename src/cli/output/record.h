/* SPDX-License-Identifier: MIT */
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "locus.h"

/*
 * What one line of output is about: an item that was parsed, valid or not, or
 * a URL that was found.
 */
struct record {
    const char      *text;
    size_t           len;
    size_t           readable;    /* so many bytes can be read there: `len` at
                                     least, of a found URL; else 0 */
    const struct locus_schemes *own; /* --define; NULL: none */
    const char      *file;        /* NULL: standard input, or no file */
    uint64_t         offset;      /* of a found URL, in the file */
    uint64_t         line;        /* from 1; the number of an item */
    uint64_t         span;        /* the bytes that it has in the file */
    uint64_t         findings;    /* what locus_findings() returned */
    struct locus_url url;
    bool             found;       /* by scan, in a file */
    bool             with_findings;
};

/* The sentence for an invalid item: the rule, and what stands where it failed.
   The size is more than any of them needs. */
#define RECORD_ERROR_SIZE 256
void record_error(const struct record *record, char sentence[RECORD_ERROR_SIZE]);

/* The names of findings, with commas. */
void write_findings(uint64_t findings);

/* ,"error":{...} */
void json_error(const struct record *record);

/* One object, in the order and form of the manual page, and its newline. */
void json_open(void);
void json_record(const struct record *record);

/* Columns before those of the parts. */
struct columns {
    bool file;
    bool line;
    bool offset;
    bool findings;                /* after those of the parts */
};

/* The header line; a row. */
void tsv_header(const struct columns *columns);
void tsv_record(const struct record *record, const struct columns *columns);

#endif
