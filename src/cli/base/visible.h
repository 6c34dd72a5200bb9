/* SPDX-License-Identifier: MIT */
#ifndef VISIBLE_H
#define VISIBLE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Text made visible: the one place that decides which characters of the input
 * reach a terminal, and how the others are written.
 *
 *   \xHH     a byte: a control, or one that is not UTF-8
 *   \u{H..}  a character that a terminal would interpret, hide or leave blank
 *   \x5C     a backslash before "xHH" or "u{H", so that two texts never look the
 *            same. Any other backslash is itself
 *
 * H is a digit or one of A to F.
 */
enum visible {
    VISIBLE_LINE,                 /* no terminal: only newlines are escaped */
    VISIBLE_TEXT,                 /* all that is to be escaped */
    VISIBLE_ASCII                 /* and each byte from 80 up */
};

/* What is written to standard output, to standard error and in views for people. A
   terminal whose locale is not UTF-8 gets ASCII only: it might take the second byte of
   a character for a control. */
extern struct visible_modes {
    enum visible output;
    enum visible error;
    enum visible people;
} visible;

/* Call this first: it sets the modes from both streams and the locale. */
void visible_open(void);

/* One character of a text, or one byte that is not part of a character. */
struct glyph {
    size_t   len;                 /* its bytes */
    uint32_t code;                /* the character; a byte */
    enum {
        GLYPH_SHOWN,              /* as it is */
        GLYPH_CHARACTER,          /* \u{H..} */
        GLYPH_BYTES               /* each byte \xHH */
    } form;
};

/* The first glyph of text[0..len), which is not empty. What follows the first GLYPH_AHEAD
   bytes does not matter. */
#define GLYPH_AHEAD 4
struct glyph next_glyph(const char *text, size_t len, enum visible mode);

/* More than any glyph takes. */
#define GLYPH_SIZE 24

/* Writes a glyph in its form; returns the length. */
size_t write_glyph(char to[GLYPH_SIZE], const struct glyph *glyph, const char *text);

/* The length of the UTF-8 sequence (RFC 3629, section 4) that begins at text[0],
   a byte from 80 up, and its character; 0 if none does. */
size_t utf8_sequence(uint32_t *code, const char *text, size_t len);

#endif
