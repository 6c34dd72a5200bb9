/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/output/record.h"

#include <stdio.h>
#include <string.h>

#include "cli/output/output.h"

/* What precedes a part's offset: ,"host":{"off": */
static struct {
    char   text[32];
    size_t len;
} part_begin[LOCUS_PART_COUNT];

void json_open(void)
{
    for (int part = 0; part < LOCUS_PART_COUNT; part++) {
        const char *name = locus_part_name((enum locus_part)part);

        if (name)
            part_begin[part].len = (size_t)snprintf(
                part_begin[part].text, sizeof part_begin[part].text,
                ",\"%s\":{\"off\":", name);
    }
}

/* Whether a byte cannot be copied as it is: it is not ASCII, or a control, or to
   be escaped. */
static bool is_dirty(unsigned char c)
{
    return (c < 0x20) | (c >= 0x7f) | (c == '"') | (c == '\\');
}

/* How many bytes are looked at together. */
#define STEP 16

/* Without an early end, so that compilers do look at them together. */
static bool is_clean_step(const char *text)
{
    unsigned char dirty = 0;

    for (size_t i = 0; i < STEP; i++)
        dirty |= is_dirty((unsigned char)text[i]);
    return dirty == 0;
}

/* Whether all of a text can be copied as it is. Nearly every text can. */
static bool is_clean(const char *text, size_t len)
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

static void write_control(unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    char escape[6] = "\\u00";

    switch (c) {
    case '\b': OUT_LITERAL("\\b"); return;
    case '\t': OUT_LITERAL("\\t"); return;
    case '\n': OUT_LITERAL("\\n"); return;
    case '\f': OUT_LITERAL("\\f"); return;
    case '\r': OUT_LITERAL("\\r"); return;
    }
    escape[4] = hex[c >> 4];
    escape[5] = hex[c & 15];
    out_write(escape, sizeof escape);
}

/* A UTF-16 code unit (RFC 8259, section 7). */
static void write_unit(uint32_t unit)
{
    char escape[8];

    out_write(escape, (size_t)snprintf(escape, sizeof escape, "\\u%04x",
                                       (unsigned)unit & 0xffff));
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

/* The inside of a string. False if a byte of it had to be given up. */
static bool write_text(const char *text, size_t len)
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

/* A string. Its text is known to be clean if `clean` says so. */
static bool write_string(const char *text, size_t len, bool clean)
{
    bool exact = true;

    out_char('"');
    if (clean)
        out_write(text, len);
    else
        exact = write_text(text, len);
    out_char('"');
    return exact;
}

bool json_string(const char *text, size_t len)
{
    return write_string(text, len, is_clean(text, len));
}

/* The names of findings are clean. */
static void write_finding_list(uint64_t findings)
{
    bool first = true;

    OUT_LITERAL(",\"findings\":[");
    for (int f = 0; f < LOCUS_FINDING_COUNT; f++) {
        if (!(findings >> f & 1))
            continue;
        if (!first)
            out_char(',');
        first = false;
        out_char('"');
        out_string(locus_finding_name((enum locus_finding)f));
        out_char('"');
    }
    out_char(']');
}

/* host_kind, port and the parts of a valid URL. */
static void write_url(const struct record *record, bool clean)
{
    const struct locus_url *url = &record->url;
    const int port = locus_port_with(url, record->text, record->own);
    uint32_t left = url->present;
    bool first = true;

    OUT_LITERAL(",\"host_kind\":");
    if (url->host_kind == LOCUS_HOST_NONE) {
        OUT_LITERAL("null");
    } else {
        out_char('"');
        out_string(locus_host_kind_name(url->host_kind));
        out_char('"');
    }
    OUT_LITERAL(",\"port\":");
    if (port >= 0)
        out_number((uint64_t)port);
    else
        OUT_LITERAL("null");

    OUT_LITERAL(",\"parts\":{");
    for (int part = 0; left != 0; part++, left >>= 1) {
        struct locus_span span;

        if (!(left & 1))
            continue;
        span = url->part[LOCUS_SLOT(part)];
        out_write(part_begin[part].text + first, part_begin[part].len - first);
        first = false;
        out_number(span.off);
        OUT_LITERAL(",\"len\":");
        out_number(span.len);
        OUT_LITERAL(",\"text\":");
        write_string(record->text + span.off, span.len, clean);
        out_char('}');
    }
    out_char('}');
}

void json_error(const struct record *record)
{
    char sentence[RECORD_ERROR_SIZE];

    record_error(record, sentence);
    OUT_LITERAL(",\"error\":{\"code\":\"");
    out_string(locus_error_name(record->url.error));
    OUT_LITERAL("\",\"offset\":");
    out_number(record->url.error_offset);
    OUT_LITERAL(",\"message\":");
    write_string(sentence, strlen(sentence), false);
    out_char('}');
}

void json_record(const struct record *record)
{
    const bool clean = is_clean(record->text, record->len);
    bool exact = true;

    out_char('{');
    if (record->found) {
        if (record->file) {
            OUT_LITERAL("\"file\":");
            exact = write_string(record->file, strlen(record->file), false);
            out_char(',');
        }
        OUT_LITERAL("\"offset\":");
        out_number(record->offset);
        OUT_LITERAL(",\"line\":");
        out_number(record->line);
        out_char(',');
        if (record->span != record->len) {
            OUT_LITERAL("\"span\":");
            out_number(record->span);
            out_char(',');
        }
    }
    OUT_LITERAL("\"input\":");
    /* Parts begin and end at ASCII bytes: what is whole in the input is whole
       in them, and what is not was seen here. */
    exact &= write_string(record->text, record->len, clean);
    OUT_LITERAL(",\"grammar\":\"");
    out_string(locus_grammar_name(locus_url_grammar(&record->url)));
    out_char('"');
    if (record->url.error == 0) {
        if (!record->found)
            OUT_LITERAL(",\"valid\":true");
        write_url(record, clean);
    } else {
        OUT_LITERAL(",\"valid\":false");
        json_error(record);
    }
    if (record->with_findings)
        write_finding_list(record->findings);
    if (!exact)
        OUT_LITERAL(",\"lossy\":true");
    out_char('}');
    out_end_record();
}
