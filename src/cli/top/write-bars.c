/* SPDX-License-Identifier: MIT
 *
 * A table for people:
 *
 *     count  share                     path    status
 *        31   3.8%  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇  /       404
 *        12   1.5%  ▇▇▇▇▇▇▇            /a/b    200
 *       813  total, 402 different
 *
 * The bars take the width that the values leave. A value that is longer than its
 * column moves what follows it, and nothing is cut off.
 */
#include "cli/cli.h"
#include "cli/top/write-values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/human/screen.h"
#include "cli/output/output.h"

/* In columns of the screen. A bar is never narrower or wider, whatever the values are. */
enum { BAR_LEAST = 6, BAR_MOST = 40, GAP = 2 };

/* Numbers are formatted into texts of this size. */
enum { CELL_SIZE = SUM_SIZE };

enum number_column { COLUMN_COUNT, COLUMN_ERROR, COLUMN_SHARE, COLUMN_SUM, NUMBER_COLUMNS };

static const char *const titles[NUMBER_COLUMNS] = {
    [COLUMN_COUNT] = "count", [COLUMN_ERROR] = "error", [COLUMN_SHARE] = "share",
    [COLUMN_SUM] = "sum"
};

struct layout {
    size_t  number[NUMBER_COLUMNS]; /* widths; 0: there is no such column */
    size_t  bar;
    size_t *value;                /* for each selector */
};

static size_t max(size_t a, size_t b)
{
    return a > b ? a : b;
}

static bool has_column(const struct tally *tally, enum number_column column)
{
    return column == COLUMN_ERROR ? tally->values.floor > 0
         : column == COLUMN_SUM ? tally->sum != NULL : true;
}

/* Returns the length; 0 if there is no such column. */
static size_t format_number(char text[CELL_SIZE], const struct tally *tally,
                            const struct value *value, enum number_column column)
{
    unsigned tenths;

    if (!has_column(tally, column)) {
        text[0] = '\0';
        return 0;
    }
    switch (column) {
    case COLUMN_COUNT:
        return (size_t)snprintf(text, CELL_SIZE, "%" PRIu64, value->count);
    case COLUMN_ERROR:
        return (size_t)snprintf(text, CELL_SIZE, "-%" PRIu64, value_error(tally, value));
    case COLUMN_SHARE:
        tenths = (unsigned)((double)value->count / (double)tally->total * 1000 + 0.5);
        return (size_t)snprintf(text, CELL_SIZE, "%u.%u%%", tenths / 10, tenths % 10);
    default:
        return sum_format(text, value_sum(tally, value));
    }
}

/* A value "-" among several: it is escaped, and needs no escape of visible.h. */
static const char dash[] = "\\x2D";

/* The next cell: of several values, "-" stands for one that is absent, as in logs; so a value
   "-" is escaped. */
static void next_cell(const struct tally *tally, const struct value *value, const char **at,
                      struct value *cell)
{
    static const char absent[] = "-";

    *cell = *value;
    if (tally->by->count == 1)
        return;
    if (!tally_cell(&cell->text, &cell->len, at)) {
        cell->text = absent;
        cell->len = sizeof absent - 1;
    } else if (cell->len == 1 && *cell->text == *absent) {
        cell->text = dash;
        cell->len = sizeof dash - 1;
    }
}

/* A value that is wider than the screen is not measured exactly. */
static size_t cell_columns(const struct value *cell)
{
    if (cell->text == dash)
        return cell->len;
    return cell->len > HEX_COLUMNS * screen.width ? screen.width
                                                  : columns_of(cell->text, cell->len);
}

static void write_cell(const struct value *cell)
{
    if (cell->text == dash)
        out_string(dash);
    else
        write_visible(cell->text, cell->len, STYLE_NONE);
}

static void measure_row(struct layout *layout, const struct tally *tally,
                        const struct value *value)
{
    const char *at = value->text;
    char text[CELL_SIZE];
    struct value cell;

    for (int column = 0; column < NUMBER_COLUMNS; column++)
        layout->number[column] = max(layout->number[column],
                                     format_number(text, tally, value,
                                                   (enum number_column)column));
    for (size_t i = 0; i < tally->by->count; i++) {
        next_cell(tally, value, &at, &cell);
        layout->value[i] = max(layout->value[i], cell_columns(&cell));
    }
}

static void measure(struct layout *layout, const struct tally *tally, size_t rows)
{
    size_t used = 0;

    for (int column = 0; column < NUMBER_COLUMNS; column++)
        if (has_column(tally, (enum number_column)column))
            layout->number[column] = columns_of(titles[column], strlen(titles[column]));
    for (size_t i = 0; i < tally->by->count; i++)
        layout->value[i] = columns_of(tally->by->at[i].name, tally->by->at[i].name_len);
    for (size_t i = 0; i < rows; i++)
        measure_row(layout, tally, &tally->values.value[i]);
    for (int column = 0; column < NUMBER_COLUMNS; column++)
        used += layout->number[column] > 0 ? layout->number[column] + GAP : 0;
    for (size_t i = 0; i < tally->by->count; i++)
        used += GAP + layout->value[i];
    layout->bar = used + BAR_LEAST > screen.width ? BAR_LEAST : screen.width - used;
    if (layout->bar > BAR_MOST)
        layout->bar = BAR_MOST;
}

/* Writes a number, right-aligned, and a gap, if there is such a column. */
static void write_number(const struct layout *layout, int column, const char *text, size_t len)
{
    if (layout->number[column] == 0)
        return;
    write_spaces(layout->number[column] - len);
    out_write(text, len);
    write_spaces(GAP);
}

/* In eighths of a column, if the terminal has the characters. */
static void write_bar(const struct layout *layout, uint64_t count, uint64_t most)
{
    static const char eighths[][4] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█" };
    const bool ascii = visible.people == VISIBLE_ASCII;
    const unsigned steps = ascii ? 1 : 8;
    const double part = (double)count / (double)most;
    size_t length = (size_t)(part * (double)layout->bar * steps + 0.5);
    size_t used = 0;

    if (length == 0)
        length = 1;
    begin_style((enum style)LOCUS_PORT);
    for (; length > 0; used++) {
        const size_t piece = length < steps ? length : steps;

        out_string(ascii ? "#" : eighths[piece]);
        length -= piece;
    }
    end_style((enum style)LOCUS_PORT);
    write_spaces(layout->bar - used);
}

static void write_head(const struct layout *layout, const struct tally *tally)
{
    begin_style(STYLE_FAINT);
    for (int column = 0; column < NUMBER_COLUMNS; column++)
        write_number(layout, column, titles[column], strlen(titles[column]));
    write_spaces(layout->bar);
    for (size_t i = 0; i < tally->by->count; i++) {
        const struct listed *const by = &tally->by->at[i];

        write_spaces(GAP);
        write_visible(by->name, by->name_len, STYLE_NONE);
        if (i + 1 < tally->by->count)
            write_spaces(layout->value[i] - columns_of(by->name, by->name_len));
    }
    end_style(STYLE_FAINT);
    out_end_record();
}

static void write_row(const struct layout *layout, const struct tally *tally,
                      const struct value *value)
{
    const char *at = value->text;
    char text[CELL_SIZE];
    struct value cell;

    for (int column = 0; column < NUMBER_COLUMNS; column++)
        write_number(layout, column, text,
                     format_number(text, tally, value, (enum number_column)column));
    write_bar(layout, value->count, tally->values.value[0].count);
    for (size_t i = 0; i < tally->by->count; i++) {
        next_cell(tally, value, &at, &cell);
        write_spaces(GAP);
        write_cell(&cell);
        if (i + 1 < tally->by->count)
            write_spaces(layout->value[i] - cell_columns(&cell));
    }
    out_end_record();
}

static void write_total(const struct layout *layout, const struct tally *tally)
{
    char text[CELL_SIZE];
    const size_t len = (size_t)snprintf(text, sizeof text, "%" PRIu64, tally->total);

    begin_style(STYLE_FAINT);
    if (len < layout->number[COLUMN_COUNT])
        write_spaces(layout->number[COLUMN_COUNT] - len);
    out_write(text, len);
    OUT_LITERAL("  total, ");
    out_number(tally->values.count);
    out_string(tally->values.floor > 0 ? " values kept" : " different");
    end_style(STYLE_FAINT);
    out_end_record();
}

void write_bars(const struct tally *tally, size_t rows)
{
    struct layout layout = { .bar = 0 };

    if (rows == 0)
        return;
    layout.value = mem_resize(NULL, tally->by->count * sizeof *layout.value);
    measure(&layout, tally, rows);
    write_head(&layout, tally);
    for (size_t i = 0; i < rows; i++)
        write_row(&layout, tally, &tally->values.value[i]);
    write_total(&layout, tally);
    free(layout.value);
}
