/* SPDX-License-Identifier: MIT */
#ifndef WRITERS_H
#define WRITERS_H

#include "cli/output/json-values.h"
#include "cli/record/pipeline.h"
#include "cli/selectors/selector.h"
#include "cli/settings/settings.h"

/*
 * Records on standard output. A format is a row of writers.c and a file,
 * write-FORMAT.c.
 */

/* Columns besides those of the parts. */
struct columns {
    bool file;                    /* before the parts */
    bool line;
    bool offset;
    bool findings;                /* after them */
};

struct writer {
    const struct writer_row *row;
    struct columns  columns;
    struct template template;     /* --get */
    struct selector_list list;    /* the columns of CSV, rows and tuples, or --columns */
    bool            is_csv;
    bool            color;        /* of the human format */
};

/* What a format is. */
struct writer_row {
    enum format format;           /* FORMAT_NONE: a template */
    bool parse;                   /* it needs record.url, */
    bool lines;                   /* record.line */
    void (*begin)(const struct writer *writer);   /* before the first record, or NULL */
    void (*write)(void *writer, const struct record *record);
};

/* Prepares a writer of the template `get`, or if that is NULL, of a format, with chosen
   columns unless these are NULL. The caller sets columns and color. Ends the command if
   `get` is not a template, or `columns` no list of selectors, or in JSON one with a name
   twice. */
void writer_open(struct writer *writer, const struct selecting *selecting,
                 enum format format, const char *get, const char *columns);

/* Writes what precedes the first record. */
void writer_begin(const struct writer *writer);

/* The writer as the end of a pipeline. */
struct sink writer_sink(struct writer *writer);

/* Whether one of the columns is this value, an enum selected. */
bool writer_has(const struct writer *writer, int value);

void writer_close(struct writer *writer);

/* The functions of the formats. */
void write_url(void *writer, const struct record *record);
void begin_json(const struct writer *writer);
void write_json(void *writer, const struct record *record);
void begin_tsv(const struct writer *writer);
void write_tsv(void *writer, const struct record *record);
void columns_read(struct writer *writer, const struct selecting *selecting,
                  const char *columns);
void begin_columns(const struct writer *writer);
void write_columns(void *writer, const struct record *record);
void write_object(void *writer, const struct record *record);
void write_tuple(void *writer, const struct record *record);
/* Writes what precedes the rows of a block: the name and the type of its one column. */
void begin_row_binary(const struct writer *writer);
void write_row_binary(void *writer, const struct record *record);
void write_template(void *writer, const struct record *record);

/* Writes "file:". NULL is standard input. */
void write_file(const char *file);

void write_places(const struct columns *columns, const struct record *record);

/* Writes "file:line:offset:", as grep does. */
static inline void write_prefix(const struct columns *columns, const struct record *record)
{
    if (columns->file || columns->line || columns->offset)
        write_places(columns, record);
}

/* Writes the names of findings, with commas between them. */
void write_findings(uint64_t findings);

/* Writes the members "log" and, unless it is the target, "of" of a JSON object, each with a
   comma after it. Returns false if some byte was not UTF-8. */
bool write_json_line(const struct record *record);

/* Writes the member "form" of a request target, null if it has none of the four; nothing
   for other grammars. */
void write_json_form(struct json *json, const struct locus_url *url);

/* Writes the member "error" of a JSON object. `part`: an enum locus_part, or negative. */
void write_json_error(struct json *json, int error, int part, uint64_t offset,
                      const char *sentence);

/* The same for an invalid record. */
void write_json_record_error(struct json *json, const struct record *record);

#endif
