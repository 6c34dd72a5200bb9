/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/writers/writers.h"

#include <string.h>

#include "cli/output/output.h"
#include "cli/output/tsv-cell.h"

void begin_tsv(const struct writer *writer)
{
    const struct columns *const columns = &writer->columns;

    if (columns->file)
        OUT_LITERAL("file\t");
    if (columns->line)
        OUT_LITERAL("line\t");
    if (columns->offset)
        OUT_LITERAL("offset\t");
    for (int part = 0; part < LOCUS_GENERIC_PART_COUNT; part++) {
        if (part > 0)
            out_char('\t');
        out_string(locus_part_name((enum locus_part)part));
    }
    if (columns->findings)
        OUT_LITERAL("\tfindings");
    out_end_record();
}

void write_tsv(void *writer_, const struct record *record)
{
    const struct writer *const writer = writer_;
    const struct columns *const columns = &writer->columns;

    if (columns->file) {
        if (record->file)
            tsv_cell(record->file, strlen(record->file));
        out_char('\t');
    }
    if (columns->line) {
        out_number(record->line);
        out_char('\t');
    }
    if (columns->offset) {
        out_number(record->offset);
        out_char('\t');
    }
    for (int part = 0; part < LOCUS_GENERIC_PART_COUNT; part++) {
        const struct locus_span span = record->url.part[part];

        if (part > 0)
            out_char('\t');
        tsv_cell(record->text + span.off, span.len);
    }
    if (columns->findings) {
        out_char('\t');
        write_findings(record->findings);
    }
    out_end_record();
}
