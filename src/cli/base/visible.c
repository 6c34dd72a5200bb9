/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/base/visible.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

#include "common/bytes.h"

/*
 * The characters beyond ASCII that a terminal interprets, hides or leaves
 * blank, by Unicode 17.0: general categories Cc, Cf, Zl, Zp, Zs and Co, the
 * property Default_Ignorable_Code_Point (DI), which has unassigned ranges as
 * well, the noncharacters, and characters whose glyph is blank. Sorted.
 *
 * Marks that combine (Mn, Me) are shown where they are not DI: many scripts
 * cannot be written without them.
 */
static const struct range {
    uint32_t first, last;
} hidden[] = {
    { 0x0080, 0x00a0 },           /* Cc: C1 controls, U+009B is CSI; no-break space */
    { 0x00ad, 0x00ad },           /* Cf: soft hyphen */
    { 0x034f, 0x034f },           /* DI: combining grapheme joiner */
    { 0x0600, 0x0605 },           /* Cf: Arabic number signs */
    { 0x061c, 0x061c },           /* Cf: Arabic letter mark, bidirectional */
    { 0x06dd, 0x06dd },           /* Cf: Arabic end of ayah */
    { 0x070f, 0x070f },           /* Cf: Syriac abbreviation mark */
    { 0x0890, 0x0891 },           /* Cf: Arabic pound and piastre marks */
    { 0x08e2, 0x08e2 },           /* Cf: Arabic disputed end of ayah */
    { 0x115f, 0x1160 },           /* DI: Hangul fillers */
    { 0x1680, 0x1680 },           /* Zs: Ogham space mark */
    { 0x17b4, 0x17b5 },           /* DI: Khmer inherent vowels */
    { 0x180b, 0x180f },           /* DI: Mongolian variation selectors */
    { 0x2000, 0x200f },           /* Zs: spaces; Cf: joiners, bidirectional marks */
    { 0x2028, 0x202f },           /* Zl, Zp; Cf: embeddings and overrides; Zs */
    { 0x205f, 0x206f },           /* Zs; Cf: invisible operators, isolates; DI */
    { 0x2800, 0x2800 },           /* blank: Braille pattern without dots */
    { 0x3000, 0x3000 },           /* Zs: ideographic space */
    { 0x3164, 0x3164 },           /* DI: Hangul filler */
    { 0xe000, 0xf8ff },           /* Co: private use */
    { 0xfdd0, 0xfdef },           /* noncharacters */
    { 0xfe00, 0xfe0f },           /* DI: variation selectors */
    { 0xfeff, 0xfeff },           /* Cf: byte order mark */
    { 0xffa0, 0xffa0 },           /* DI: halfwidth Hangul filler */
    { 0xfff0, 0xfffc },           /* DI; Cf: annotations; blank: object replacement */
    { 0xfffe, 0xffff },           /* noncharacters, as at the end of each plane */
    { 0x110bd, 0x110bd },         /* Cf: Kaithi number sign */
    { 0x110cd, 0x110cd },         /* Cf: Kaithi number sign above */
    { 0x13430, 0x13440 },         /* Cf: Egyptian format controls; mirror sign */
    { 0x13441, 0x13442 },         /* blank: Egyptian full and half blank */
    { 0x16fe4, 0x16fe4 },         /* blank: Khitan filler */
    { 0x1bca0, 0x1bca3 },         /* Cf: shorthand format controls */
    { 0x1d159, 0x1d159 },         /* blank: musical null notehead */
    { 0x1d173, 0x1d17a },         /* Cf: musical beams, ties and slurs */
    { 0x1fffe, 0x1ffff },
    { 0x2fffe, 0x2ffff },
    { 0x3fffe, 0x3ffff },
    { 0x4fffe, 0x4ffff },
    { 0x5fffe, 0x5ffff },
    { 0x6fffe, 0x6ffff },
    { 0x7fffe, 0x7ffff },
    { 0x8fffe, 0x8ffff },
    { 0x9fffe, 0x9ffff },
    { 0xafffe, 0xaffff },
    { 0xbfffe, 0xbffff },
    { 0xcfffe, 0xcffff },
    { 0xdfffe, 0xe0fff },         /* DI: tags, variation selectors */
    { 0xefffe, 0x10ffff },        /* Co: private use of planes 15 and 16 */
};

struct visible_modes visible = { VISIBLE_LINE, VISIBLE_TEXT, VISIBLE_ASCII };

void visible_open(void)
{
    setlocale(LC_CTYPE, "");
    visible.people = strcmp(nl_langinfo(CODESET), "UTF-8") == 0 ? VISIBLE_TEXT
                                                               : VISIBLE_ASCII;
    visible.output = isatty(STDOUT_FILENO) ? visible.people : VISIBLE_LINE;
    visible.error = isatty(STDERR_FILENO) ? visible.people : VISIBLE_TEXT;
}

static bool is_hidden(uint32_t code)
{
    size_t low = 0;
    size_t high = sizeof hidden / sizeof *hidden;

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (hidden[middle].last < code)
            low = middle + 1;
        else
            high = middle;
    }
    return low < sizeof hidden / sizeof *hidden && code >= hidden[low].first;
}

size_t utf8_sequence(uint32_t *code, const char *text_, size_t len)
{
    const unsigned char *const text = (const unsigned char *)text_;
    const unsigned char c = text[0];
    unsigned char low = 0x80;     /* the bounds of the second byte */
    unsigned char high = 0xbf;
    size_t size;

    if (c >= 0xc2 && c <= 0xdf) {
        size = 2;
    } else if (c >= 0xe0 && c <= 0xef) {
        size = 3;
        if (c == 0xe0)
            low = 0xa0;           /* below: overlong */
        if (c == 0xed)
            high = 0x9f;          /* above: surrogates */
    } else if (c >= 0xf0 && c <= 0xf4) {
        size = 4;
        if (c == 0xf0)
            low = 0x90;           /* below: overlong */
        if (c == 0xf4)
            high = 0x8f;          /* above: past U+10FFFF */
    } else {
        return 0;
    }
    if (len < size || text[1] < low || text[1] > high)
        return 0;
    *code = c & (0x7fU >> size);
    for (size_t i = 1; i < size; i++) {
        if (text[i] < 0x80 || text[i] > 0xbf)
            return 0;
        *code = *code << 6 | (text[i] & 0x3f);
    }
    return size;
}

/* Upper case only, as write_glyph() writes them: the "\xc3" in a log is not one of these
   escapes. */
static bool is_digit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F');
}

/* Whether a backslash and what follows it look like one of the escapes above. */
static bool looks_escaped(const char *text, size_t len)
{
    return len >= 4 && is_digit(text[3])
        && ((text[1] == 'x' && is_digit(text[2]))
            || (text[1] == 'u' && text[2] == '{'));
}

struct glyph next_glyph(const char *text, size_t len, enum visible mode)
{
    const unsigned char c = (unsigned char)text[0];
    struct glyph glyph = { 1, c, GLYPH_SHOWN };
    size_t size;

    if (c == '\\' ? looks_escaped(text, len) : c == '\n')
        glyph.form = GLYPH_BYTES;
    if (mode == VISIBLE_LINE || (c >= 0x20 && c < 0x7f))
        return glyph;
    glyph.form = GLYPH_BYTES;
    if (c < 0x80)
        return glyph;
    size = utf8_sequence(&glyph.code, text, len);
    if (size == 0) {
        glyph.code = c;
        return glyph;
    }
    glyph.len = size;
    if (is_hidden(glyph.code))
        glyph.form = GLYPH_CHARACTER;
    else if (mode != VISIBLE_ASCII)
        glyph.form = GLYPH_SHOWN;
    return glyph;
}

size_t write_glyph(char to[GLYPH_SIZE], const struct glyph *glyph, const char *text)
{
    size_t at = 0;
    int digits = 1;

    switch (glyph->form) {
    case GLYPH_SHOWN:
        memcpy(to, text, glyph->len);
        return glyph->len;
    case GLYPH_BYTES:
        for (size_t i = 0; i < glyph->len; i++) {
            to[at++] = '\\';
            to[at++] = 'x';
            to[at++] = hex_digit((unsigned char)text[i] >> 4);
            to[at++] = hex_digit((unsigned char)text[i] & 15u);
        }
        return at;
    case GLYPH_CHARACTER:
        break;
    }
    while (glyph->code >> 4 * digits)
        digits++;
    to[0] = '\\';
    to[1] = 'u';
    to[2] = '{';
    for (at = 3; digits > 0; at++)
        to[at] = hex_digit(glyph->code >> 4 * --digits & 15);
    to[at] = '}';
    return at + 1;
}
