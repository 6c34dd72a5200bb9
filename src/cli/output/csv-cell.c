/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/output/csv-cell.h"

#include "cli/output/output.h"

/* Within quotation marks, a line feed is data; a terminal gets it escaped. */
static void write_plain(const char *text, size_t len)
{
    if (visible.output == VISIBLE_LINE)
        out_write(text, len);
    else
        out_value(text, len);
}

static bool needs_quotes(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (text[i] == ',' || text[i] == '"' || text[i] == '\r' || text[i] == '\n')
            return true;
    return false;
}

void csv_cell(const char *text, size_t len)
{
    size_t plain = 0;             /* text[plain..i) is to be copied */

    if (!needs_quotes(text, len)) {
        write_plain(text, len);
        return;
    }
    out_char('"');
    for (size_t i = 0; i < len; i++)
        if (text[i] == '"') {
            write_plain(text + plain, i + 1 - plain);
            plain = i;            /* writes the quotation mark twice */
        }
    write_plain(text + plain, len - plain);
    out_char('"');
}
