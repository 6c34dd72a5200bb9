/* SPDX-License-Identifier: MIT
 *
 * Blocks of ClickHouse's RowBinaryWithNamesAndTypes with one column: the value of the
 * selector, or a Tuple of several. See cli/stream/row-binary.h.
 */
#include "cli/cli.h"
#include "cli/writers/writers.h"

#include "cli/output/output.h"
#include "cli/record/value.h"

/* The name that ClickHouse expects of the column, unless <return_name> changes it. */
#define COLUMN "result"

/* LEB128 */
static void write_length(uint64_t len)
{
    for (; len >= 0x80; len >>= 7)
        out_char((char)((len & 0x7f) | 0x80));
    out_char((char)len);
}

static void write_text(const char *text, size_t len)
{
    write_length(len);
    out_write(text, len);
}

/* The size of a number, which is in little-endian order; 0: the value is a text. */
static unsigned size_of(const struct selector *selector)
{
    switch (selector->value) {
    case VALUE_PORT_NUMBER:
        return 2;
    case VALUE_ERROR_OFFSET:
        return 4;
    case VALUE_LINE:
        return 8;
    }
    return 0;
}

static const char *type_of(const struct selector *selector)
{
    if (selector_is_list(selector))
        return "Array(String)";
    switch (size_of(selector)) {
    case 2:
        return "Nullable(UInt16)";
    case 4:
        return "Nullable(UInt32)";
    case 8:
        return "Nullable(UInt64)";
    }
    return "Nullable(String)";
}

static void write_number(const struct value_text *value, unsigned size)
{
    uint64_t number = 0;

    for (size_t i = 0; i < value->len; i++)
        number = 10 * number + (uint64_t)(value->at[i] - '0');
    for (unsigned i = 0; i < size; i++)
        out_char((char)(number >> 8 * i & 0xff));
}

/* The length of a list precedes it, so it is read twice. */
static void write_array(const struct selector *selector, const struct record *record)
{
    struct value_list list;
    struct value_text value;
    uint64_t count = 0;

    if (!value_list_of_row(&list, selector, record)) {
        write_length(0);
        return;
    }
    while (value_list_next(&list, &value))
        count++;
    write_length(count);
    if (count == 0)
        return;
    value_list_of_row(&list, selector, record);
    while (value_list_next(&list, &value))
        write_text(value.at, value.len);
}

static void write_item(const struct selector *selector, const struct record *record)
{
    const unsigned size = size_of(selector);
    struct value_text value;
    bool found;

    if (selector_is_list(selector)) {
        write_array(selector, record);
        return;
    }
    found = value_of_row(&value, selector, record);
    out_char((char)!found);
    if (!found)
        return;
    if (size > 0)
        write_number(&value, size);
    else
        write_text(value.at, value.len);
}

/* Whether the column is the name of a value alone. Only such a column is an identifier: "."
   precedes a key, "[" an index and ":" a view. */
static bool is_identifier(const struct selector *selector)
{
    return !selector->key && !selector->each && !selector->indexed && !selector->decoded
        && selector->views == 0;
}

/* The name of an element, as ClickHouse writes it: in backquotes unless it is an identifier.
   Returns the length; writes it only if `write` is set. */
static size_t element_name(const struct listed *listed, bool write)
{
    const bool quoted = !is_identifier(&listed->selector);
    size_t len = quoted ? 2 : 0;

    if (write && quoted)
        out_char('`');
    for (size_t i = 0; i < listed->name_len; i++) {
        const bool escaped = listed->name[i] == '`' || listed->name[i] == '\\';

        len += escaped ? 2 : 1;
        if (write && escaped)
            out_char('\\');
        if (write)
            out_char(listed->name[i]);
    }
    if (write && quoted)
        out_char('`');
    return len;
}

/* The elements of a tuple have the names of the columns: ClickHouse compares them with those
   of the definition. */
static void write_tuple_type(const struct selector_list *list)
{
    size_t len = strlen("Tuple()") + 2 * (list->count - 1);

    for (size_t i = 0; i < list->count; i++)
        len += element_name(&list->at[i], false) + 1 + strlen(type_of(&list->at[i].selector));
    write_length(len);
    OUT_LITERAL("Tuple(");
    for (size_t i = 0; i < list->count; i++) {
        if (i > 0)
            OUT_LITERAL(", ");
        element_name(&list->at[i], true);
        out_char(' ');
        out_string(type_of(&list->at[i].selector));
    }
    out_char(')');
}

void begin_row_binary(const struct writer *writer)
{
    const struct selector_list *const list = &writer->list;
    const char *const type = type_of(&list->at->selector);

    write_length(1);
    write_text(COLUMN, strlen(COLUMN));
    if (list->count == 1)
        write_text(type, strlen(type));
    else
        write_tuple_type(list);
}

void write_row_binary(void *writer_, const struct record *record)
{
    const struct writer *const writer = writer_;

    for (size_t i = 0; i < writer->list.count; i++)
        write_item(&writer->list.at[i].selector, record);
}
