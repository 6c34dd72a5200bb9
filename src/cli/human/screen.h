/* SPDX-License-Identifier: MIT */
#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/base/visible.h"
#include "cli/settings/settings.h"
#include "locus.h"

/*
 * The screen of the human-readable view: its width, its colours, and the columns that a
 * text takes up. For the files of this folder, and the tables of top.
 */

/* The limits of the width used, however narrow or wide the screen is. */
#define WIDTH_MIN 20
#define WIDTH_MAX 240

extern struct screen {
    bool   color;
    bool   any;                   /* a record has been written before */
    size_t width;                 /* in columns */
} screen;

/* --color: whether standard output is to have colours. */
bool screen_has_color(enum color color);

/* To be called before the first record. */
void screen_open(bool color);

/* The style of a part, or one of these. */
enum style {
    STYLE_NONE = LOCUS_PART_COUNT,
    STYLE_ERROR,
    STYLE_FAINT,
    STYLE_COUNT
};

void begin_style(enum style style);
void end_style(enum style style);

/* Writes a text with all its bytes visible. */
void write_visible(const char *text, size_t len, enum style style);

void write_spaces(size_t count);

/* The length of \xHH; no other escape is longer per byte. */
#define HEX_COLUMNS 4

/* The first glyph of a text as people see it, and the columns that it takes up. */
struct glyph glyph_of(const char *text, size_t len);
size_t glyph_columns(const struct glyph *glyph, const char *text);

/* The number of columns that text[0..len) takes up. */
size_t columns_of(const char *text, size_t len);

#endif
