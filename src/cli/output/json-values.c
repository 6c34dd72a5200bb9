/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/output/json-values.h"

#include "common/bytes.h"

/* Whether a byte cannot be copied as it is: it is not ASCII, or a control, or to
   be escaped. */
static bool is_dirty(unsigned char c)
{
    return (c < 0x20) | (c >= 0x7f) | (c == '"') | (c == '\\');
}

/* How many bytes are looked at together. */
#define STEP 16

/* Has no early exit, so that compilers can vectorize it. */
static bool is_clean_step(const char *text)
{
    unsigned char dirty = 0;

    for (size_t i = 0; i < STEP; i++)
        dirty |= is_dirty((unsigned char)text[i]);
    return dirty == 0;
}

bool json_is_clean(const char *text, size_t len)
{
    if (len < STEP) {
        for (size_t i = 0; i < len; i++)
            if (is_dirty((unsigned char)text[i]))
                return false;
        return true;
    }
    for (size_t i = 0; i < len - STEP; i += STEP)
        if (!is_clean_step(text + i))
            return false;
    return is_clean_step(text + len - STEP);
}

/* A UTF-16 code unit (RFC 8259, section 7). */
static void write_unit(uint32_t unit)
{
    char escape[6] = "\\u";

    for (size_t i = 0; i < 4; i++)
        escape[2 + i] = (char)(hex_digit(unit >> (12 - 4 * i) & 15) | 0x20);
    out_write(escape, sizeof escape);
}

static void write_control(unsigned char c)
{
    switch (c) {
    case '\b': OUT_LITERAL("\\b"); return;
    case '\t': OUT_LITERAL("\\t"); return;
    case '\n': OUT_LITERAL("\\n"); return;
    case '\f': OUT_LITERAL("\\f"); return;
    case '\r': OUT_LITERAL("\\r"); return;
    }
    write_unit(c);
}

/* A character that is not for the terminal. */
static void write_character(uint32_t code)
{
    if (code >= 0x10000) {
        write_unit(0xd800 + ((code - 0x10000) >> 10));
        code = 0xdc00 + (code & 0x3ff);
    }
    write_unit(code);
}

bool json_text(const char *text, size_t len)
{
    bool exact = true;
    size_t plain = 0;             /* [plain, i) is to be copied */
    size_t size;                  /* of a character */

    for (size_t i = 0; i < len; i += size) {
        const unsigned char c = (unsigned char)text[i];
        uint32_t code = c;

        size = c < 0x80 ? 1 : utf8_sequence(&code, text + i, len - i);
        if (size > 0 && c >= 0x20 && c != '"' && c != '\\'
            && (visible.output == VISIBLE_LINE
                || next_glyph(text + i, size, visible.output).form == GLYPH_SHOWN))
            continue;
        out_write(text + plain, i - plain);
        if (size == 0) {
            size = 1;
            code = 0xfffd;
            exact = false;
        }
        if (code == '"' || code == '\\') {
            out_char('\\');
            out_char((char)c);
        } else if (code < 0x20) {
            write_control(c);
        } else if (code == 0xfffd && visible.output != VISIBLE_ASCII) {
            OUT_LITERAL("\xef\xbf\xbd");
        } else {
            write_character(code);
        }
        plain = i + size;
    }
    out_write(text + plain, len - plain);
    return exact;
}

bool json_string(const char *text, size_t len)
{
    bool exact = true;

    out_char('"');
    if (json_is_clean(text, len))
        out_write(text, len);
    else
        exact = json_text(text, len);
    out_char('"');
    return exact;
}

/* Members */

void json_sentence(struct json *json, const char *sentence)
{
    json_separate(json);
    json_string(sentence, strlen(sentence));
}

void json_end_record(struct json *json)
{
    if (json->lossy) {
        JSON_KEY(json, "lossy");
        JSON_LITERAL(json, "true");
    }
    json_close(json, '}');
    out_end_record();
}
