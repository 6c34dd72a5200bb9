/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/human/drawing.h"

#include <stdio.h>
#include <string.h>

#include "cli/human/screen.h"
#include "cli/output/output.h"

/* A drawing has one row of marks, and at most one row for each label. */
#define ROWS_MAX (1 + LOCUS_PART_COUNT)
/* A longer URL is never drawn. */
#define DRAWN_MAX (4 * WIDTH_MAX)

/* Computes the column of each byte of a text on its line, and in column[len] that of its
   end. Returns false if the text needs more than `width` columns. */
static bool lay_out(const char *text, size_t len, size_t width, size_t *column)
{
    size_t at = 0;

    for (size_t i = 0; i < len;) {
        const struct glyph glyph = glyph_of(text + i, len - i);

        for (size_t k = 0; k < glyph.len; k++)
            column[i + k] = glyph.form == GLYPH_BYTES ? at + k * HEX_COLUMNS : at;
        at += glyph_columns(&glyph, text + i);
        i += glyph.len;
        if (at > width)
            return false;
    }
    column[len] = at;
    return true;
}

/* The parts of a URL, separated into those that lie within another part and those that do
   not. */
struct layers {
    enum locus_part part[2][LOCUS_PART_COUNT];
    size_t count[2];
};

/* The first layer contains the parts from left to right; the second contains parts of the
   scheme that a part of the first one covers, as a path covers its selector. */
static struct layers find_layers(const struct locus_url *url)
{
    struct layers layers = { .count = { 0, 0 } };
    size_t end = 0;

    for (int i = 0; i < LOCUS_PART_COUNT; i++) {
        const enum locus_part part = (enum locus_part)i;
        const struct locus_span span = locus_get(url, part);
        const size_t layer = part >= LOCUS_GENERIC_PART_COUNT
                          && span.off < end;

        if (!locus_has(url, part))
            continue;
        layers.part[layer][layers.count[layer]++] = part;
        if (layer == 0)
            end = span.off + span.len;
    }
    return layers;
}

static void write_url(const struct record *record, const struct layers *layers)
{
    size_t at = 0;

    for (size_t i = 0; i < layers->count[0]; i++) {
        const enum locus_part part = layers->part[0][i];
        const struct locus_span span = locus_get(&record->url, part);

        write_visible(record->text + at, span.off - at, STYLE_NONE);
        write_visible(record->text + span.off, span.len, (enum style)part);
        at = span.off + span.len;
    }
    write_visible(record->text + at, record->len - at, STYLE_NONE);
    out_char('\n');
}

#define LABEL_SIZE 32

static void make_label(const struct record *record, enum locus_part part,
                       char label[LABEL_SIZE])
{
    const struct locus_url *url = &record->url;
    const char *note = NULL;

    if (part == LOCUS_HOST)
        note = locus_host_kind_name(url->host_kind);
    else if (locus_get(url, part).len == 0)
        note = "empty";
    else if (part == LOCUS_PORT && locus_port(url, record->text) < 0)
        note = "over 65535";
    if (note)
        snprintf(label, LABEL_SIZE, "%s (%s)", locus_part_name(part), note);
    else
        snprintf(label, LABEL_SIZE, "%s", locus_part_name(part));
}

/* The rows under a URL: marks, then labels that hang on bars where there is no
   room for all of them side by side.
 *
 *     http://u:p@example.org/a?b
 *     ^~~~   ^ ^ ^~~~~~~~~~~^~ ^
 *     scheme | | |          |  query
 *            | | |          path
 *            | | host (name)
 *            | password
 *            user
 */
struct drawing {
    char          text[ROWS_MAX][WIDTH_MAX];
    unsigned char style[ROWS_MAX][WIDTH_MAX];
    size_t        rows;
};

static void draw(struct drawing *drawing, size_t row, size_t column, char c,
                 enum style style)
{
    drawing->text[row][column] = c;
    drawing->style[row][column] = (unsigned char)style;
}

static void write_row(const struct drawing *drawing, size_t row, size_t width)
{
    const char *text = drawing->text[row];
    const unsigned char *style = drawing->style[row];

    while (width > 0 && text[width - 1] == ' ')
        width--;
    for (size_t begin = 0, end; begin < width; begin = end) {
        end = begin + 1;
        while (end < width && style[end] == style[begin])
            end++;
        begin_style(style[begin]);
        out_write(text + begin, end - begin);
        end_style(style[begin]);
    }
    out_char('\n');
}

/* Draws one layer. Returns false if it does not fit into `width`. */
static bool draw_layer(struct drawing *drawing, const struct record *record,
                       const enum locus_part *parts, size_t count,
                       const size_t *column, size_t width)
{
    char label[LOCUS_PART_COUNT][LABEL_SIZE];
    size_t row[LOCUS_PART_COUNT];
    size_t begin[LOCUS_PART_COUNT];

    memset(drawing->text, ' ', sizeof drawing->text);
    memset(drawing->style, STYLE_NONE, sizeof drawing->style);
    drawing->rows = 1;

    /* From right to left, each label takes the highest row in which it meets no label and
       no bar of those to its right. */
    for (size_t i = count; i-- > 0;) {
        const struct locus_span span = locus_get(&record->url, parts[i]);
        size_t end;

        make_label(record, parts[i], label[i]);
        begin[i] = column[span.off];
        row[i] = 1;
        end = begin[i] + strlen(label[i]);
        if (end > width || begin[i] >= width)
            return false;
        for (size_t right = i + 1; right < count; right++)
            if (row[right] >= row[i] && end >= begin[right])
                row[i] = row[right] + 1;
        if (drawing->rows <= row[i])
            drawing->rows = row[i] + 1;
    }

    for (size_t i = 0; i < count; i++) {
        const struct locus_span span = locus_get(&record->url, parts[i]);
        const enum style style = (enum style)parts[i];

        /* An empty part has no column of its own. If another part begins at its place,
           the mark of that part is written later and serves both. */
        draw(drawing, 0, begin[i], '^', style);
        for (size_t at = begin[i] + 1; at < column[span.off + span.len]; at++)
            draw(drawing, 0, at, '~', style);
        for (size_t r = 1; r < row[i]; r++)
            if (drawing->text[r][begin[i]] == ' ')
                draw(drawing, r, begin[i], '|', style);
        for (size_t k = 0; label[i][k]; k++)
            draw(drawing, row[i], begin[i] + k, label[i][k], style);
    }
    return true;
}

/* Draws the parts under the URL. If they do not fit, returns false and writes nothing. */
static bool write_drawing(const struct record *record,
                          const struct layers *layers)
{
    static struct drawing drawings[2];
    static size_t column[DRAWN_MAX + 1];
    const size_t width = screen.width;

    if (record->len > DRAWN_MAX
        || !lay_out(record->text, record->len, width, column))
        return false;
    for (size_t i = 0; i < 2; i++)
        if (!draw_layer(&drawings[i], record, layers->part[i],
                        layers->count[i], column, width))
            return false;

    write_url(record, layers);
    for (size_t i = 0; i < 2; i++)
        for (size_t r = 0; layers->count[i] > 0 && r < drawings[i].rows; r++)
            write_row(&drawings[i], r, width);
    return true;
}

static size_t digits(uint32_t number)
{
    size_t count = 1;

    while (number >= 10) {
        number /= 10;
        count++;
    }
    return count;
}

/* Writes parts that do not fit under the URL, one per line: name, offset+length, text. */
static void write_list(const struct record *record,
                       const struct layers *layers)
{
    const struct locus_url *url = &record->url;
    size_t off_width = 0;
    size_t len_width = 0;

    write_url(record, layers);
    for (int part = 0; part < LOCUS_PART_COUNT; part++) {
        const struct locus_span span = locus_get(url, (enum locus_part)part);

        if (off_width < digits(span.off))
            off_width = digits(span.off);
        if (len_width < digits(span.len))
            len_width = digits(span.len);
    }
    for (int i = 0; i < LOCUS_PART_COUNT; i++) {
        const enum locus_part part = (enum locus_part)i;
        const struct locus_span span = locus_get(url, part);
        char label[LABEL_SIZE];
        char place[64];

        if (!locus_has(url, part))
            continue;
        make_label(record, part, label);
        snprintf(place, sizeof place, "  %-16s  %*u+%-*u", label,
                 (int)off_width, (unsigned)span.off,
                 (int)len_width, (unsigned)span.len);
        begin_style((enum style)part);
        out_string(place);
        end_style((enum style)part);
        if (span.len > 0)
            OUT_LITERAL("  ");
        write_visible(record->text + span.off, span.len, STYLE_NONE);
        out_char('\n');
    }
}

void write_parts(const struct record *record)
{
    const struct layers layers = find_layers(&record->url);

    if (!write_drawing(record, &layers))
        write_list(record, &layers);
}
