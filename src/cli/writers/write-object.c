/* SPDX-License-Identifier: MIT
 *
 * JSON with chosen columns: an object for each record, with a member for each column.
 */
#include "cli/cli.h"
#include "cli/writers/writers.h"

#include "cli/output/json-string.h"
#include "cli/output/output.h"
#include "cli/record/value.h"

static bool write_array(const struct selector *selector, const struct record *record)
{
    struct value_list list;
    struct value_text value;
    bool exact = true, first = true;

    if (!value_list_of_row(&list, selector, record)) {
        OUT_LITERAL("null");
        return true;
    }
    out_char('[');
    while (value_list_next(&list, &value)) {
        if (!first)
            out_char(',');
        first = false;
        exact &= json_string(value.at, value.len);
    }
    out_char(']');
    return exact;
}

/* Returns false if some byte was not UTF-8. */
static bool write_member(const struct selector *selector, const struct record *record)
{
    struct value_text value;

    if (selector_is_list(selector))
        return write_array(selector, record);
    if (!value_of_row(&value, selector, record))
        OUT_LITERAL("null");
    else if (selector_is_number(selector))
        out_write(value.at, value.len);
    else
        return json_string(value.at, value.len);
    return true;
}

void write_object(void *writer_, const struct record *record)
{
    const struct writer *const writer = writer_;
    bool exact = true;

    out_char('{');
    for (size_t i = 0; i < writer->list.count; i++) {
        const struct listed *const listed = &writer->list.at[i];

        if (i > 0)
            out_char(',');
        json_string(listed->name, listed->name_len);
        out_char(':');
        exact &= write_member(&listed->selector, record);
    }
    if (!exact)
        OUT_LITERAL(",\"lossy\":true");
    out_char('}');
    out_end_record();
}
