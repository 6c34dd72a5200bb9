/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/human/human.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "cli/output/output.h"

/* The columns that are used, be the screen as narrow or wide as it likes. */
#define WIDTH_MIN 20
#define WIDTH_MAX 240
#define WIDTH_DEFAULT 80
/* A drawing has a row of marks, and a row for each label at most. */
#define ROWS_MAX (1 + LOCUS_PART_COUNT)
/* More bytes than this are never tried to be drawn. */
#define DRAWN_MAX (4 * WIDTH_MAX)

enum style {
    STYLE_NONE = LOCUS_PART_COUNT,
    STYLE_ERROR,
    STYLE_FAINT,
    STYLE_COUNT
};

/* SGR codes of the colours that all terminals have. */
static const char *const styles[STYLE_COUNT] = {
    [LOCUS_SCHEME] = "35",
    [LOCUS_USER] = "33",
    [LOCUS_PASSWORD] = "31",
    [LOCUS_HOST] = "1;32",
    [LOCUS_PORT] = "36",
    [LOCUS_PATH] = "94",
    [LOCUS_QUERY] = "93",
    [LOCUS_FRAGMENT] = "95",
    [LOCUS_TYPE] = "96",
    [LOCUS_GTYPE] = "96",
    [LOCUS_SELECTOR] = "92",
    [LOCUS_SEARCH] = "93",
    [LOCUS_PLUS] = "95",
    [LOCUS_ADDRESS] = "92",
    [LOCUS_GROUP] = "92",
    [LOCUS_ARTICLE] = "92",
    [LOCUS_NUMBER] = "96",
    [LOCUS_DATABASE] = "92",
    [LOCUS_WTYPE] = "96",
    [LOCUS_WPATH] = "93",
    [LOCUS_HSONAME] = "92",
    [LOCUS_FIELDS] = "96",
    [STYLE_NONE] = "",
    [STYLE_ERROR] = "1;31",
    [STYLE_FAINT] = "2",
};

static struct {
    bool   color;
    bool   any;                   /* a record was written before */
    size_t width;                 /* of the screen, in columns */
} human;

static size_t screen_width(void)
{
    const char *columns = getenv("COLUMNS");
    char *end;
    long width = 0;
#ifdef TIOCGWINSZ
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
#endif
    if (columns)
        width = strtol(columns, &end, 10);
    return width > 0 && *end == '\0' ? (size_t)width : WIDTH_DEFAULT;
}

void human_open(bool color)
{
    human.color = color;
    human.width = screen_width();
    if (human.width < WIDTH_MIN)
        human.width = WIDTH_MIN;
    if (human.width > WIDTH_MAX)
        human.width = WIDTH_MAX;
}

/* -------------------------------------------------------------------------
 * Text made visible
 * ------------------------------------------------------------------------- */

/* What \xHH takes; no escape takes more for a byte. */
#define HEX_COLUMNS 4

static struct glyph glyph_of(const char *text, size_t len)
{
    return next_glyph(text, len, visible.people);
}

static size_t glyph_columns(const struct glyph *glyph, const char *text)
{
    char escape[GLYPH_SIZE];
    int columns = 1;

    if (glyph->form != GLYPH_SHOWN)
        return write_glyph(escape, glyph, text);
    if (glyph->code >= 0x80)
        columns = wcwidth((wchar_t)glyph->code);
    /* Newer than the libc is; one column is the best guess. */
    return columns >= 0 ? (size_t)columns : 1;
}

static void begin_style(enum style style)
{
    if (!human.color || style == STYLE_NONE)
        return;
    OUT_LITERAL("\033[");
    out_string(styles[style]);
    out_char('m');
}

static void end_style(enum style style)
{
    if (human.color && style != STYLE_NONE)
        OUT_LITERAL("\033[0m");
}

static void write_visible(const char *text, size_t len, enum style style)
{
    char piece[GLYPH_SIZE];

    if (len == 0)
        return;
    begin_style(style);
    while (len > 0) {
        const struct glyph glyph = glyph_of(text, len);

        out_write(piece, write_glyph(piece, &glyph, text));
        text += glyph.len;
        len -= glyph.len;
    }
    end_style(style);
}

static void write_spaces(size_t count)
{
    while (count-- > 0)
        out_char(' ');
}

/* Where each byte of a text stands on its line, and in column[len] where the
   text ends. False if it needs more than `width` columns. */
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

/* -------------------------------------------------------------------------
 * A valid URL
 * ------------------------------------------------------------------------- */

/* The parts of a URL, apart from those that lie in another one. */
struct layers {
    enum locus_part part[2][LOCUS_PART_COUNT];
    size_t count[2];
};

/* The first layer is the parts from left to right, the second those of a
   scheme's own parts that the first has covered, as a selector lies in its
   path. */
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

/* Draws one layer. False if it does not fit into `width`. */
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

    /* From right to left, each label takes the highest row where it meets no
       label and no bar of those to its right. */
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

        /* An empty part has no column of its own. Where another one begins
           there, that one's mark comes later and is for both. */
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

/* Draws the parts under the URL. False, with nothing written, if they do not
   fit. */
static bool write_drawing(const struct record *record,
                          const struct layers *layers)
{
    static struct drawing drawings[2];
    static size_t column[DRAWN_MAX + 1];
    const size_t width = human.width;

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

/* What does not fit under the URL, line by line: name, offset+length, text. */
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

/* The port that is not in the URL and yet applies. */
static void write_default_port(const struct record *record)
{
    const int port = locus_port_with(&record->url, record->text,
                                     record->own);

    if (port < 0 || record->url.part[LOCUS_PORT].len > 0
        || !locus_has(&record->url, LOCUS_HOST))
        return;
    begin_style(STYLE_FAINT);
    OUT_LITERAL("default port ");
    out_number((uint64_t)port);
    end_style(STYLE_FAINT);
    out_char('\n');
}

/* -------------------------------------------------------------------------
 * An invalid one
 * ------------------------------------------------------------------------- */

/* What is shown of a text. */
struct excerpt {
    size_t begin;
    size_t end;
    size_t column;                /* where the mark under it stands */
};

static const char cut[] = "...";
#define CUT_COLUMNS (sizeof cut - 1)

/* The columns that text[0..len) takes. */
static size_t columns_of(const char *text, size_t len)
{
    size_t columns = 0;

    while (len > 0) {
        const struct glyph glyph = glyph_of(text, len);

        columns += glyph_columns(&glyph, text);
        text += glyph.len;
        len -= glyph.len;
    }
    return columns;
}

/* All of the text if it fits on a line, else what fits around text[at]. */
static struct excerpt find_excerpt(const char *text, size_t len, size_t at)
{
    const size_t before = human.width / 2;
    struct excerpt excerpt = { 0, len, 0 };
    size_t width;

    if (len < human.width * HEX_COLUMNS) {
        width = columns_of(text, at);
        if (width + columns_of(text + at, len - at) < human.width) {
            excerpt.column = width;
            return excerpt;
        }
    }

    if (at > before) {
        excerpt.begin = at - before;
        /* Not in the middle of a character. */
        while (excerpt.begin < at
               && ((unsigned char)text[excerpt.begin] & 0xc0) == 0x80)
            excerpt.begin++;
    }
    width = columns_of(text + excerpt.begin, at - excerpt.begin);
    while (width > before) {
        const struct glyph glyph = glyph_of(text + excerpt.begin,
                                            at - excerpt.begin);

        width -= glyph_columns(&glyph, text + excerpt.begin);
        excerpt.begin += glyph.len;
    }
    if (excerpt.begin > 0)
        width += CUT_COLUMNS;
    excerpt.column = width;

    excerpt.end = at;
    while (excerpt.end < len) {
        const struct glyph glyph = glyph_of(text + excerpt.end,
                                            len - excerpt.end);

        width += glyph_columns(&glyph, text + excerpt.end);
        if (width + CUT_COLUMNS >= human.width)
            break;
        excerpt.end += glyph.len;
    }
    return excerpt;
}

/* The item; a mark at the place of its error; the sentence. */
static void write_invalid(const struct record *record)
{
    const char *text = record->text;
    const size_t at = record->url.error_offset;
    const struct excerpt excerpt = find_excerpt(text, record->len, at);
    size_t bad = 0;               /* the bytes that are not understood */
    char sentence[RECORD_ERROR_SIZE];

    if (excerpt.begin > 0)
        write_visible(cut, CUT_COLUMNS, STYLE_FAINT);
    write_visible(text + excerpt.begin, at - excerpt.begin, STYLE_NONE);
    if (at < excerpt.end)
        bad = glyph_of(text + at, excerpt.end - at).len;
    write_visible(text + at, bad, STYLE_ERROR);
    write_visible(text + at + bad, excerpt.end - at - bad, STYLE_NONE);
    if (excerpt.end < record->len)
        write_visible(cut, CUT_COLUMNS, STYLE_FAINT);
    out_char('\n');

    record_error(record, sentence);
    write_spaces(excerpt.column);
    begin_style(STYLE_ERROR);
    out_char('^');
    out_char(excerpt.column + 2 + strlen(sentence) > human.width ? '\n' : ' ');
    out_string(sentence);
    end_style(STYLE_ERROR);
    out_char('\n');
}

void human_text(const char *text, size_t len)
{
    write_visible(text, len, STYLE_NONE);
}

void human_findings(uint64_t findings)
{
    for (int f = 0; f < LOCUS_FINDING_COUNT; f++) {
        if (!(findings >> f & 1))
            continue;
        begin_style(STYLE_ERROR);
        out_string(locus_finding_name((enum locus_finding)f));
        end_style(STYLE_ERROR);
        OUT_LITERAL(": ");
        out_string(locus_finding_sentence((enum locus_finding)f));
        out_char('\n');
    }
}

void human_record(const struct record *record)
{
    if (human.any)
        out_char('\n');
    human.any = true;
    if (record->url.error != 0) {
        write_invalid(record);
    } else {
        const struct layers layers = find_layers(&record->url);

        if (!write_drawing(record, &layers))
            write_list(record, &layers);
        write_default_port(record);
    }
    if (record->with_findings)
        human_findings(record->findings);
    if (out.by_record)
        out_flush();
}
