/* SPDX-License-Identifier: MIT
 *
 * JSON with chosen columns: an object for each record, with a member for each column.
 */
#include "cli/cli.h"
#include "cli/writers/writers.h"

#include "cli/output/json-values.h"
#include "cli/output/output.h"
#include "cli/record/value.h"

static void write_array(struct json *json, const struct selector *selector,
                        const struct record *record)
{
    struct value_list list;
    struct value_text value;

    if (!value_list_of_row(&list, selector, record)) {
        JSON_LITERAL(json, "null");
        return;
    }
    json_open(json, '[');
    while (value_list_next(&list, &value))
        json_value(json, value.at, value.len);
    json_close(json, ']');
}

static void write_member(struct json *json, const struct selector *selector,
                         const struct record *record)
{
    struct value_text value;

    if (selector_is_list(selector))
        write_array(json, selector, record);
    else if (!value_of_row(&value, selector, record))
        JSON_LITERAL(json, "null");
    else if (selector_is_number(selector))
        json_literal(json, value.at, value.len);
    else
        json_value(json, value.at, value.len);
}

void write_object(void *writer_, const struct record *record)
{
    const struct writer *const writer = writer_;
    struct json json = { 0 };

    json_open(&json, '{');
    for (size_t i = 0; i < writer->list.count; i++) {
        const struct listed *const listed = &writer->list.at[i];

        json_key_value(&json, listed->name, listed->name_len);
        write_member(&json, &listed->selector, record);
    }
    json_end_record(&json);
}
