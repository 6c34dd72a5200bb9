/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/stream/stream.h"

#include <inttypes.h>

#include "cli/input/items.h"
#include "cli/output/output.h"
#include "cli/stream/cells.h"
#include "cli/stream/row-binary.h"

static struct record_text text_of(const struct cell *cell)
{
    return (struct record_text){ cell->is_null ? NULL : cell->at, cell->len, 0 };
}

static void take_cells(struct record *record, const struct cell cells[CELLS], bool keys)
{
    record_set_cells(record, text_of(&cells[0]),
                     keys ? text_of(&cells[1]) : (struct record_text){ NULL, 0, 0 });
}

/* Splits a row into the URL and the key. */
static void read_row(struct record *record, char *row, size_t len, bool keys)
{
    struct cell cells[CELLS];
    const size_t wanted = keys ? 2 : 1;
    const size_t count = cells_read(cells, row, len);

    if (count != wanted)
        die("standard input: line %" PRIu64 ": %zu cell%s; expected %s", record->line,
            count, count == 1 ? "" : "s",
            keys ? "2 cells (a URL, the key of a parameter)"
                 : "1 cell (a URL); \"parameter\" needs a second");
    take_cells(record, cells, keys);
}

static struct record record_of_line(const struct items *items, const char *text, size_t len,
                                    uint64_t number, const struct stream_how *how)
{
    if (items->too_long)
        return record_of_too_long(number, how->scratch, how->own);
    return record_of_item(text, len, number, how->scratch, how->own);
}

static void stream_text(const struct pipeline *pipeline, const struct stream_how *how,
                        struct items *items)
{
    uint64_t number = 1;
    const char *text;
    size_t len;

    for (; items_next(items, &text, &len); number++) {
        struct record record = record_of_line(items, text, len, number, how);

        if (how->input == INPUT_TSV && !items->too_long)
            read_row(&record, items_edit(items, text), len, how->keys);
        pipeline_run(pipeline, &record);
    }
    if (items->source.error)
        die("%s: %s%s", items->source.name, items->source.error,
            items->cut ? "; the last line may be incomplete and is left out" : "");
}

static void stream_blocks(const struct pipeline *pipeline, const struct stream_how *how,
                          struct items *items)
{
    struct blocks_in in = { .items = items };
    struct cell cells[CELLS];
    uint64_t number = 1;

    while (block_begin(&in, how->keys ? 2 : 1))
        for (begin_row_binary(how->writer); block_row(&in, cells); number++) {
            struct record record = record_of_line(items, "", 0, number, how);

            if (!items->too_long)
                take_cells(&record, cells, how->keys);
            pipeline_run(pipeline, &record);
        }
}

int stream_lines(const struct pipeline *pipeline, const struct stream_how *how)
{
    struct items items;

    if (!items_open_stream(&items, how->null))
        die("%s: %s", items.source.name, items.source.error);
    items.most = how->max_url;
    items.before_wait = out_flush;
    if (how->input == INPUT_ROW_BINARY)
        stream_blocks(pipeline, how, &items);
    else
        stream_text(pipeline, how, &items);
    items_close(&items);
    return STATUS_OK;
}
