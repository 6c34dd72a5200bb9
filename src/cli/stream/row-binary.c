/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/stream/row-binary.h"

#include <inttypes.h>

/* The most bytes of a number in LEB128, of which the last has one bit, and of a name or a
   type that is read. */
enum { LEB128_SIZE = 10, NAME_SIZE = 4096 };

static _Noreturn void broken(const struct blocks_in *in, const char *what)
{
    const struct source *const source = &in->items->source;

    if (source->error)
        die("%s: %s", source->name, source->error);
    die("%s: block %" PRIu64 ": %s", source->name, in->block, what);
}

static const char *here(const struct blocks_in *in)
{
    return in->items->window + in->items->head + in->at;
}

/* Reads until the next `len` bytes are in the window, which may move. */
static void need(struct blocks_in *in, size_t len)
{
    if (in->items->tail - in->items->head < in->at + len
        && !items_have(in->items, in->at + len))
        broken(in, "the input ends in the middle of it");
}

static unsigned char read_byte(struct blocks_in *in)
{
    unsigned char byte;

    need(in, 1);
    byte = (unsigned char)*here(in);
    in->at++;
    return byte;
}

static uint64_t read_number(struct blocks_in *in)
{
    uint64_t number = 0;

    for (unsigned i = 0; i < LEB128_SIZE; i++) {
        const unsigned char byte = read_byte(in);

        if (i == LEB128_SIZE - 1 && byte > 1)
            break;
        number |= (uint64_t)(byte & 0x7f) << 7 * i;
        if (byte < 0x80)
            return number;
    }
    broken(in, "a number has more than 64 bits");
}

/* Reads past bytes that need not be kept. */
static void skip(struct blocks_in *in, uint64_t len)
{
    struct items *const items = in->items;

    items->head += in->at;
    in->at = 0;
    while (len > items->tail - items->head) {
        len -= items->tail - items->head;
        items->head = items->tail;
        need(in, 1);
    }
    items->head += (size_t)len;
}

/* The row count of a block, in decimal digits before a line feed. */
static uint64_t read_count(struct blocks_in *in)
{
    uint64_t count = 0;
    unsigned char byte = read_byte(in);

    do {
        if (byte < '0' || byte > '9' || count > UINT64_MAX / 10 - 1)
            broken(in, "it does not begin with the number of its rows (send_chunk_header)");
        count = 10 * count + (byte - '0');
        byte = read_byte(in);
    } while (byte != '\n');
    return count;
}

/* Reads a name or a type, which stays in the window. */
static struct cell read_name(struct blocks_in *in)
{
    const uint64_t len = read_number(in);
    struct cell name;

    if (len > NAME_SIZE)
        broken(in, "the name of a column or of a type is too long");
    need(in, (size_t)len);
    name = (struct cell){ .at = items_edit(in->items, here(in)), .len = (size_t)len };
    in->at += (size_t)len;
    return name;
}

static void read_type(struct blocks_in *in, struct column_type *type)
{
    const struct cell name = read_name(in);

    if (!column_type_read(type, name.at, name.len))
        die("%s: block %" PRIu64 ": a column has the type %.*s; it must be String,"
            " FixedString(N) or a Nullable of one of these",
            in->items->source.name, in->block, (int)name.len, name.at);
}

bool block_begin(struct blocks_in *in, size_t columns)
{
    uint64_t count;

    in->block++;
    in->items->head += in->at;
    in->at = 0;
    if (!items_have(in->items, 1) && !in->items->source.error)
        return false;
    in->rows = read_count(in);
    count = read_number(in);
    if (count != columns)
        die("%s: block %" PRIu64 ": %" PRIu64 " column%s; expected %s", in->items->source.name,
            in->block, count, count == 1 ? "" : "s",
            columns == 1 ? "1 column (URLs); \"parameter\" needs a second"
                         : "2 columns (URLs, keys of parameters)");
    for (size_t i = 0; i < columns; i++)
        read_name(in);
    for (size_t i = 0; i < columns; i++)
        read_type(in, &in->type[i]);
    in->columns = columns;
    return true;
}

/* The length without the NULs with which ClickHouse fills a FixedString. */
static size_t without_padding(const char *text, size_t len)
{
    while (len > 0 && text[len - 1] == '\0')
        len--;
    return len;
}

/* Reads a cell. Its place is relative to the first byte that is kept. */
static size_t read_cell(struct blocks_in *in, const struct column_type *type,
                        struct cell *cell)
{
    const uint64_t most = in->items->most;
    uint64_t len;
    size_t at;

    *cell = (struct cell){ .is_null = type->is_nullable && read_byte(in) != 0 };
    if (cell->is_null)
        return in->at;
    len = type->is_fixed ? type->size : read_number(in);
    if (len > most) {
        in->items->too_long = true;
        skip(in, len);
        return 0;
    }
    need(in, (size_t)len);
    at = in->at;
    in->at += (size_t)len;
    if (type->is_fixed)
        len = without_padding(in->items->window + in->items->head + at, (size_t)len);
    cell->len = (size_t)len;
    return at;
}

bool block_row(struct blocks_in *in, struct cell cells[CELLS])
{
    size_t at[CELLS] = { 0 };

    if (in->rows == 0)
        return false;
    in->rows--;
    in->items->too_long = false;
    in->items->head += in->at;
    in->at = 0;
    for (size_t i = 0; i < in->columns; i++)
        at[i] = read_cell(in, &in->type[i], &cells[i]);
    for (size_t i = 0; i < in->columns; i++)
        cells[i].at = in->items->window + in->items->head + at[i];
    return true;
}
