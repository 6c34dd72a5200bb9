/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/writers/writers.h"

#include <stdio.h>
#include <string.h>

#include "cli/output/json-string.h"
#include "cli/output/output.h"

/* What precedes a part's offset: ,"host":{"off": */
enum { PART_BEGIN = 32 };             /* the longest one is shorter */

static struct {
    char   text[PART_BEGIN + 1];
    size_t len;
} part_begin[LOCUS_PART_COUNT];

void begin_json(const struct writer *writer)
{
    (void)writer;
    for (int part = 0; part < LOCUS_PART_COUNT; part++) {
        const char *name = locus_part_name((enum locus_part)part);

        if (name)
            part_begin[part].len = (size_t)snprintf(
                part_begin[part].text, sizeof part_begin[part].text,
                ",\"%s\":{\"off\":", name);
    }
}

/* -------------------------------------------------------------------------
 * A record that consists of clean text, which most are: written to where there is room for
 * all of it, so that no write has to ask for room
 * ------------------------------------------------------------------------- */

/* More than the keys, numbers and punctuation of a record have, and than a copy writes past
   the end of a text. */
#define ROOM_BESIDE_TEXT ((size_t)2048)

#define PUT(at, literal) put(at, "" literal, sizeof(literal) - 1)

/* `len` is a constant: the copy is a few moves. */
static inline char *put(char *at, const char *text, size_t len)
{
    memcpy(at, text, len);
    return at + len;
}

static inline char *put_text(char *at, const char *text, size_t readable, size_t len)
{
    copy_wide(at, COPY_WIDE, text, readable, len);
    return at + len;
}

static inline char *put_string(char *at, const char *text)
{
    while (*text)
        *at++ = *text++;
    return at;
}

/* The last four decimal digits of a number, the first one lowest. */
static inline uint32_t four_digits(uint32_t number)
{
    const uint32_t high = number / 100, low = number % 100;
    const uint32_t digits = (high / 10) | (high % 10) << 8 | (low / 10) << 16 | (low % 10) << 24;

    return digits + UINT32_C(0x30303030);
}

static inline char *put_four(char *at, uint32_t digits)
{
    at[0] = (char)digits;
    at[1] = (char)(digits >> 8);
    at[2] = (char)(digits >> 16);
    at[3] = (char)(digits >> 24);
    return at + 4;
}

/* Without a branch for each length, which the processor could not predict. */
static inline char *put_number(char *at, uint64_t number)
{
    uint64_t divisor = 1;
    uint32_t first;
    unsigned zeros;

    while (number / divisor >= 10000)
        divisor *= 10000;
    first = (uint32_t)(number / divisor);
    zeros = (unsigned)(first < 10) + (unsigned)(first < 100) + (unsigned)(first < 1000);
    at = put_four(at, four_digits(first) >> 8 * zeros) - zeros;
    while (divisor >= 10000) {
        number %= divisor;
        divisor /= 10000;
        at = put_four(at, four_digits((uint32_t)(number / divisor)));
    }
    return at;
}

static char *put_place(char *at, const struct record *record, size_t file_len)
{
    if (record->file) {
        at = PUT(at, "\"file\":\"");
        memcpy(at, record->file, file_len);
        at = PUT(at + file_len, "\",");
    }
    at = put_number(PUT(at, "\"offset\":"), record->offset);
    at = put_number(PUT(at, ",\"line\":"), record->line);
    *at++ = ',';
    if (record->span != record->len) {
        at = put_number(PUT(at, "\"span\":"), record->span);
        *at++ = ',';
    }
    return at;
}

static char *put_parts(char *at, const struct record *record)
{
    const struct locus_url *const url = &record->url;
    uint32_t left = url->present;
    bool first = true;

    at = PUT(at, ",\"parts\":{");
    for (int part = 0; left != 0; part++, left >>= 1) {
        struct locus_span span;
        size_t readable;

        if (!(left & 1))
            continue;
        span = url->part[LOCUS_SLOT(part)];
        readable = record->readable > span.off ? record->readable - span.off : 0;
        /* What is after the text is overwritten. */
        memcpy(at, part_begin[part].text + first, PART_BEGIN);
        at = put_number(at + part_begin[part].len - first, span.off);
        first = false;
        at = put_number(PUT(at, ",\"len\":"), span.len);
        at = PUT(at, ",\"text\":\"");
        at = put_text(at, record->text + span.off, readable, span.len);
        at = PUT(at, "\"}");
    }
    *at++ = '}';
    return at;
}

/* Writes a record up to its parts. Returns whether it has. */
static bool write_clean(const struct record *record)
{
    const struct locus_url *const url = &record->url;
    const struct locus_grammar *const grammar = locus_url_grammar(url);
    const size_t file_len = record->found && record->file ? strlen(record->file) : 0;
    /* Each part is a part of the text. */
    const size_t most = ROOM_BESIDE_TEXT + file_len + (LOCUS_SLOT_COUNT + 1) * record->len;
    char *at;
    int port;

    if (record->log || url->error != 0 || most > out.size
        || locus_grammar_traits(grammar) & LOCUS_TRAIT_TARGET
        || (file_len > 0 && !json_is_clean(record->file, file_len)))
        return false;
    if (most > out.size - out.used)
        out_flush();
    at = out.buffer + out.used;
    *at++ = '{';
    if (record->found)
        at = put_place(at, record, file_len);
    at = PUT(at, "\"input\":\"");
    at = put_text(at, record->text, record->readable, record->len);
    at = PUT(at, "\",\"grammar\":\"");
    at = put_string(at, locus_grammar_name(grammar));
    at = record->found ? PUT(at, "\",\"host_kind\":")
                       : PUT(at, "\",\"valid\":true,\"host_kind\":");
    if (url->host_kind == LOCUS_HOST_NONE) {
        at = PUT(at, "null");
    } else {
        *at++ = '"';
        at = put_string(at, locus_host_kind_name(url->host_kind));
        *at++ = '"';
    }
    at = PUT(at, ",\"port\":");
    port = locus_port_with(url, record->text, record->own);
    at = port >= 0 ? put_number(at, (uint64_t)port) : PUT(at, "null");
    at = put_parts(at, record);
    out.used = (size_t)(at - out.buffer);
    return true;
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
static void write_valid(const struct record *record, bool clean)
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
        json_string_if_clean(record->text + span.off, span.len, clean);
        out_char('}');
    }
    out_char('}');
}

void write_json_error(const struct record *record)
{
    char sentence[RECORD_ERROR_SIZE];

    record_error(record, sentence);
    OUT_LITERAL(",\"error\":{\"code\":\"");
    out_string(locus_error_name(record->url.error));
    OUT_LITERAL("\",\"offset\":");
    out_number(record->url.error_offset);
    OUT_LITERAL(",\"message\":");
    json_string(sentence, strlen(sentence));
    out_char('}');
}

void write_json_form(const struct locus_url *url)
{
    if (!(locus_grammar_traits(locus_url_grammar(url)) & LOCUS_TRAIT_TARGET))
        return;
    OUT_LITERAL(",\"form\":");
    if (url->form == LOCUS_FORM_NONE) {
        OUT_LITERAL("null");
        return;
    }
    out_char('"');
    out_string(locus_form_name((enum locus_form)url->form));
    out_char('"');
}

/* Writes any record up to its findings. Returns whether every byte was UTF-8. */
static bool write_any(const struct record *record, bool clean)
{
    /* Of a log line that has no target: write_json_line() has written it. */
    const bool is_request = record->no_request
                        && !locus_log_has(record->log->line, LOCUS_LOG_TARGET);
    bool exact = true;

    out_char('{');
    if (record->found) {
        if (record->file) {
            OUT_LITERAL("\"file\":");
            exact = json_string(record->file, strlen(record->file));
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
    if (record->log)
        exact &= write_json_line(record);
    if (record->too_long) {
        OUT_LITERAL("\"input\":null,");
    } else if (!is_request) {
        OUT_LITERAL("\"input\":");
        /* Parts begin and end at ASCII bytes: so no part splits a character, and invalid
           UTF-8 in any of them is detected here. */
        exact &= json_string_if_clean(record->text, record->len, clean);
        out_char(',');
    }
    OUT_LITERAL("\"grammar\":\"");
    out_string(locus_grammar_name(locus_url_grammar(&record->url)));
    out_char('"');
    write_json_form(&record->url);
    if (record->url.error == 0) {
        if (!record->found)
            OUT_LITERAL(",\"valid\":true");
        write_valid(record, clean);
    } else {
        OUT_LITERAL(",\"valid\":false");
        write_json_error(record);
    }
    return exact;
}

void write_json(void *writer_, const struct record *record)
{
    const struct writer *const writer = writer_;
    bool clean, exact;

    if (__builtin_expect(record->no_text, 0)) {
        OUT_LITERAL("null");
        out_end_record();
        return;
    }
    clean = json_is_clean(record->text, record->len);
    exact = (clean && write_clean(record)) || write_any(record, clean);
    if (writer->columns.findings)
        write_finding_list(record->findings);
    if (!exact)
        OUT_LITERAL(",\"lossy\":true");
    out_char('}');
    out_end_record();
}
