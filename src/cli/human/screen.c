/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/human/screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "cli/output/output.h"

#define WIDTH_DEFAULT 80

/* SGR codes of the colours that every terminal has. */
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

struct screen screen;

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

bool screen_has_color(enum color color)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");

    if (color != COLOR_AUTO)
        return color == COLOR_ALWAYS;
    return isatty(STDOUT_FILENO) && !(no_color && *no_color)
        && term && strcmp(term, "dumb") != 0;
}

void screen_open(bool color)
{
    screen.color = color;
    screen.width = screen_width();
    if (screen.width < WIDTH_MIN)
        screen.width = WIDTH_MIN;
    if (screen.width > WIDTH_MAX)
        screen.width = WIDTH_MAX;
}

struct glyph glyph_of(const char *text, size_t len)
{
    return next_glyph(text, len, visible.people);
}

size_t glyph_columns(const struct glyph *glyph, const char *text)
{
    char escape[GLYPH_SIZE];
    int columns = 1;

    if (glyph->form != GLYPH_SHOWN)
        return write_glyph(escape, glyph, text);
    if (glyph->code >= 0x80)
        columns = wcwidth((wchar_t)glyph->code);
    /* A character that is newer than the C library; one column is the best guess. */
    return columns >= 0 ? (size_t)columns : 1;
}

void begin_style(enum style style)
{
    if (!screen.color || style == STYLE_NONE)
        return;
    OUT_LITERAL("\033[");
    out_string(styles[style]);
    out_char('m');
}

void end_style(enum style style)
{
    if (screen.color && style != STYLE_NONE)
        OUT_LITERAL("\033[0m");
}

void write_visible(const char *text, size_t len, enum style style)
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

void write_spaces(size_t count)
{
    while (count-- > 0)
        out_char(' ');
}

size_t columns_of(const char *text, size_t len)
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
