/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/writers/writers.h"

#include <string.h>

#include "cli/human/human.h"
#include "cli/output/output.h"

static void begin_human(const struct writer *writer)
{
    human_open(writer->color);
}

static void write_human(void *writer_, const struct record *record)
{
    const struct writer *const writer = writer_;

    human_record(record, writer->columns.findings);
}

static const struct writer_row rows[] = {
    /*               parse  lines */
    { FORMAT_URL,    false, false, NULL,        write_url },
    { FORMAT_JSON,   true,  true,  begin_json,  write_json },
    { FORMAT_TSV,    true,  false, begin_tsv,   write_tsv },
    { FORMAT_CSV,    false, false, begin_columns, write_columns },
    { FORMAT_ROW,    false, false, NULL,        write_columns },
    { FORMAT_OBJECT, false, false, NULL,        write_object },
    { FORMAT_TUPLE,  false, false, NULL,        write_tuple },
    { FORMAT_ROW_BINARY, false, false, NULL,    write_row_binary },
    { FORMAT_HUMAN,  true,  false, begin_human, write_human },
    { FORMAT_NONE,   false, false, NULL,        write_template }
};

void writer_open(struct writer *writer, const struct selecting *selecting,
                 enum format format, const char *get, const char *columns)
{
    *writer = (struct writer){ .row = rows };
    if (get) {
        format = FORMAT_NONE;
        template_read(&writer->template, selecting, get);
    }
    writer->is_csv = format == FORMAT_CSV;
    if (columns && format == FORMAT_TSV)
        format = FORMAT_CSV;      /* the row of chosen columns */
    else if (columns && format == FORMAT_JSON)
        format = FORMAT_OBJECT;
    while (writer->row->format != format)
        writer->row++;
    if (format == FORMAT_CSV || format == FORMAT_ROW || format == FORMAT_OBJECT
        || format == FORMAT_TUPLE || format == FORMAT_ROW_BINARY)
        columns_read(writer, selecting, columns);
}

void writer_begin(const struct writer *writer)
{
    if (writer->row->begin)
        writer->row->begin(writer);
}

struct sink writer_sink(struct writer *writer)
{
    return (struct sink){
        .take = writer->row->write,
        .data = writer,
        .parse = writer->row->parse || writer->columns.findings
              || writer->template.parts || writer->list.parts,
        .lines = writer->row->lines || writer->columns.line || writer->template.lines
              || writer->list.lines
    };
}

bool writer_has(const struct writer *writer, int value)
{
    for (size_t i = 0; i < writer->list.count; i++)
        if (writer->list.at[i].selector.value == value)
            return true;
    return false;
}

void writer_close(struct writer *writer)
{
    template_free(&writer->template);
    selectors_free(&writer->list);
}

void write_file(const char *file)
{
    const char *name = file ? file : "(standard input)";

    out_value(name, strlen(name));
    out_char(':');
}

void write_places(const struct columns *columns, const struct record *record)
{
    if (columns->file)
        write_file(record->file);
    if (columns->line) {
        out_number(record->line);
        out_char(':');
    }
    if (columns->offset) {
        out_number(record->offset);
        out_char(':');
    }
}

void write_findings(uint64_t findings)
{
    bool first = true;

    for (int f = 0; f < LOCUS_FINDING_COUNT; f++) {
        if (!(findings >> f & 1))
            continue;
        if (!first)
            out_char(',');
        first = false;
        out_string(locus_finding_name((enum locus_finding)f));
    }
}
