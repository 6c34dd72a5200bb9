/* SPDX-License-Identifier: MIT
 *
 * Tuples, as ClickHouse reads and writes them: ('https',NULL,443,['password']). A list that
 * is the only column is an array.
 */
#include "cli/cli.h"
#include "cli/writers/writers.h"

#include "cli/output/output.h"
#include "cli/output/tsv-cell.h"
#include "cli/record/value.h"

/* An array cannot be NULL. */
static void write_array(const struct selector *selector, const struct record *record)
{
    struct value_list list;
    struct value_text value;
    bool first = true;

    out_char('[');
    if (value_list_of_row(&list, selector, record))
        while (value_list_next(&list, &value)) {
            if (!first)
                out_char(',');
            first = false;
            quoted_cell(value.at, value.len);
        }
    out_char(']');
}

static void write_item(const struct selector *selector, const struct record *record)
{
    struct value_text value;

    if (selector_is_list(selector))
        write_array(selector, record);
    else if (!value_of_row(&value, selector, record))
        OUT_LITERAL("NULL");
    else if (selector_is_number(selector))
        out_write(value.at, value.len);
    else
        quoted_cell(value.at, value.len);
}

void write_tuple(void *writer_, const struct record *record)
{
    const struct writer *const writer = writer_;
    const struct selector_list *const list = &writer->list;

    if (list->count == 1 && selector_is_list(&list->at->selector)) {
        write_array(&list->at->selector, record);
        out_end_record();
        return;
    }
    out_char('(');
    for (size_t i = 0; i < list->count; i++) {
        if (i > 0)
            out_char(',');
        write_item(&list->at[i].selector, record);
    }
    out_char(')');
    out_end_record();
}
