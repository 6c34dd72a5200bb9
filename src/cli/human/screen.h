/* SPDX-License-Identifier: MIT */
#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/output/visible.h"
#include "locus.h"

/*
 * What the view for people is written on: its width, its colours, and the columns that
 * a text takes. For the files of this folder.
 */

/* The columns that are used, be the screen as narrow or wide as it likes. */
#define WIDTH_MIN 20
#define WIDTH_MAX 240

extern struct screen {
    bool   color;
    bool   any;                   /* a record was written before */
    size_t width;                 /* in columns */
} screen;

/* Before the first record. */
void screen_open(bool color);

/* Of a part, or one of these. */
enum style {
    STYLE_NONE = LOCUS_PART_COUNT,
    STYLE_ERROR,
    STYLE_FAINT,
    STYLE_COUNT
};

void begin_style(enum style style);
void end_style(enum style style);

/* A text with all its bytes visible. */
void write_visible(const char *text, size_t len, enum style style);

void write_spaces(size_t count);

/* What \xHH takes; no escape takes more for a byte. */
#define HEX_COLUMNS 4

/* The first glyph of a text, as people see it; the columns that it takes. */
struct glyph glyph_of(const char *text, size_t len);
size_t glyph_columns(const struct glyph *glyph, const char *text);

/* The columns that text[0..len) takes. */
size_t columns_of(const char *text, size_t len);

#endif
