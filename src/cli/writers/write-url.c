/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/writers/writers.h"

#include "cli/output/output.h"

void write_url(void *writer_, const struct record *record)
{
    const struct writer *const writer = writer_;

    write_prefix(&writer->columns, record);
    if (!record->found && record->url.error != 0)
        ;                         /* an invalid item: its line is empty */
    else if (visible.output == VISIBLE_LINE && !record->escaped)
        out_write_wide(record->text, record->readable, record->len);
    else
        out_value(record->text, record->len);
    if (writer->columns.findings) {
        out_char('\t');
        write_findings(record->findings);
    }
    out_end_record();
}
