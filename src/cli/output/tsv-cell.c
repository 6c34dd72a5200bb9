/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/output/tsv-cell.h"

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
