/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/human/excerpt.h"

#include <string.h>

#include "cli/human/screen.h"
#include "cli/output/output.h"

/* The part of a text that is shown. */
struct excerpt {
    size_t begin;
    size_t end;
    size_t column;                /* the column of the mark below it */
};

static const char cut[] = "...";
#define CUT_COLUMNS (sizeof cut - 1)

/* The whole text if it fits on a line, else as much as fits around text[at]. */
static struct excerpt find_excerpt(const char *text, size_t len, size_t at)
{
    const size_t before = screen.width / 2;
    struct excerpt excerpt = { 0, len, 0 };
    size_t width;

    if (len < screen.width * HEX_COLUMNS) {
        width = columns_of(text, at);
        if (width + columns_of(text + at, len - at) < screen.width) {
            excerpt.column = width;
            return excerpt;
        }
    }

    if (at > before) {
        excerpt.begin = at - before;
        /* Do not begin within a character. */
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
        if (width + CUT_COLUMNS >= screen.width)
            break;
        excerpt.end += glyph.len;
    }
    return excerpt;
}

void write_invalid(const struct record *record)
{
    const char *text = record->text;
    const size_t at = record->url.error_offset;
    const struct excerpt excerpt = find_excerpt(text, record->len, at);
    size_t bad = 0;               /* the length of the character at the error */
    char sentence[URL_ERROR_SIZE];

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
    out_char(excerpt.column + 2 + strlen(sentence) > screen.width ? '\n' : ' ');
    out_string(sentence);
    end_style(STYLE_ERROR);
    out_char('\n');
}
