/* SPDX-License-Identifier: MIT
 *
 * CSV, TSV with chosen columns, and the rows of --stream.
 */
#include "cli/cli.h"
#include "cli/writers/writers.h"

#include <string.h>

#include "cli/output/csv-cell.h"
#include "cli/output/output.h"
#include "cli/output/tsv-cell.h"
#include "cli/record/value.h"

/* The columns if none are chosen: those of TSV. */
#define DEFAULT_COLUMNS "scheme,user,password,host,port,path,query,fragment"

void columns_read(struct writer *writer, const struct selecting *selecting,
                  const char *columns)
{
    struct selecting all = *selecting;

    all.option = "--columns";
    if (!columns) {
        all.log = NULL;           /* parts of the URL, not fields of a log, */
        all.grammar = NULL;       /* whether or not the grammar has them */
        columns = DEFAULT_COLUMNS;
    }
    selectors_read(&writer->list, &all, columns);
    if (writer->row->format == FORMAT_OBJECT)
        selectors_check_names(&writer->list, &all);
}

static void write_cell(const struct writer *writer, const char *text, size_t len)
{
    if (writer->is_csv)
        csv_cell(text, len);
    else if (writer->row->format == FORMAT_ROW)
        row_cell(text, len);
    else
        tsv_cell(text, len);
}

static void write_end(const struct writer *writer)
{
    if (writer->is_csv)
        out_char('\r');           /* RFC 4180, section 2 */
    out_end_record();
}

/* Between two cells. */
static void write_separator(const struct writer *writer, bool *first)
{
    if (!*first)
        out_char(writer->is_csv ? ',' : '\t');
    *first = false;
}

void begin_columns(const struct writer *writer)
{
    const struct columns *const columns = &writer->columns;
    const char *const others[] = {
        columns->file ? "file" : NULL, columns->line ? "line" : NULL,
        columns->offset ? "offset" : NULL
    };
    bool first = true;

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i]) {
            write_separator(writer, &first);
            out_string(others[i]);
        }
    for (size_t i = 0; i < writer->list.count; i++) {
        write_separator(writer, &first);
        write_cell(writer, writer->list.at[i].name, writer->list.at[i].name_len);
    }
    if (columns->findings) {
        write_separator(writer, &first);
        OUT_LITERAL("findings");
    }
    write_end(writer);
}

/* The columns before those that were chosen. */
static void write_place(const struct writer *writer, const struct record *record, bool *first)
{
    const struct columns *const columns = &writer->columns;

    if (columns->file) {
        write_separator(writer, first);
        if (record->file)
            write_cell(writer, record->file, strlen(record->file));
    }
    if (columns->line) {
        write_separator(writer, first);
        out_number(record->line);
    }
    if (columns->offset) {
        write_separator(writer, first);
        out_number(record->offset);
    }
}

/* A value, or the sign that there is none. */
static void write_column(const struct writer *writer, const struct selector *selector,
                         const struct record *record)
{
    struct value_text value;

    if (writer->row->format == FORMAT_ROW) {
        if (value_of_row(&value, selector, record))
            row_cell(value.at, value.len);
        else
            OUT_LITERAL("\\N");
    } else if (value_of(&value, selector, record)) {
        write_cell(writer, value.at, value.len);
    }
}

void write_columns(void *writer_, const struct record *record)
{
    const struct writer *const writer = writer_;
    /* Commas separate the findings. */
    const bool is_quoted = writer->is_csv && (record->findings & (record->findings - 1)) != 0;
    bool first = true;

    write_place(writer, record, &first);
    for (size_t i = 0; i < writer->list.count; i++) {
        write_separator(writer, &first);
        write_column(writer, &writer->list.at[i].selector, record);
    }
    if (writer->columns.findings) {
        write_separator(writer, &first);
        if (is_quoted)
            out_char('"');
        write_findings(record->findings);
        if (is_quoted)
            out_char('"');
    }
    write_end(writer);
}
