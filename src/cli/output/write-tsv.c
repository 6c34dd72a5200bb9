/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/output/record.h"

#include <string.h>

#include "cli/output/output.h"

/* What has none of these; its backslashes are not to be escaped twice. */
static void write_plain(const char *text, size_t len)
{
    if (visible.output == VISIBLE_LINE)
        out_write(text, len);
    else
        out_value(text, len);
}

void tsv_cell(const char *text, size_t len)
{
    size_t plain = 0;             /* text[plain..i) is to be copied */

    for (size_t i = 0; i < len; i++) {
        char escape;

        switch (text[i]) {
        case '\t': escape = 't'; break;
        case '\n': escape = 'n'; break;
        case '\\': escape = '\\'; break;
        default: continue;
        }
        write_plain(text + plain, i - plain);
        out_char('\\');
        out_char(escape);
        plain = i + 1;
    }
    write_plain(text + plain, len - plain);
}

void tsv_header(const struct columns *columns)
{
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

void tsv_record(const struct record *record, const struct columns *columns)
{
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
