/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/writers/writers.h"

#include <stdio.h>
#include <string.h>

#include "cli/output/json-values.h"
#include "cli/output/output.h"

/* Texts of which all FIXED bytes are copied; what is after `len` is overwritten. */
enum { FIXED = 32 };                  /* none is longer */

static struct fixed {
    char   text[FIXED + 1];
    size_t len;
} part_begin[LOCUS_PART_COUNT],       /* what precedes its offset: ,"host":{"off": */
  host_kind[LOCUS_HOST_KIND_COUNT];   /* ,"host_kind":"name","port": */

/* By number: its digits, the first one lowest, and in the highest byte how many there are;
   first without leading zeros, then with them. */
enum { THREE_DIGITS = 1000 };

static uint32_t short_number[THREE_DIGITS], three_digits[THREE_DIGITS];

static void make_digits(void)
{
    for (uint32_t number = 0; number < THREE_DIGITS; number++) {
        const uint32_t zeros = (uint32_t)(number < 100) + (uint32_t)(number < 10);
        const uint32_t digits = UINT32_C(0x303030) + number / 100 + (number / 10 % 10 << 8)
                              + (number % 10 << 16);

        three_digits[number] = digits | UINT32_C(3) << 24;
        short_number[number] = digits >> 8 * zeros | (3 - zeros) << 24;
    }
}

static void make_fixed(struct fixed *fixed, const char *format, const char *name)
{
    fixed->len = (size_t)snprintf(fixed->text, sizeof fixed->text, format, name);
}

void begin_json(const struct writer *writer)
{
    (void)writer;
    make_digits();
    for (int part = 0; part < LOCUS_PART_COUNT; part++) {
        const char *name = locus_part_name((enum locus_part)part);

        if (name)
            make_fixed(&part_begin[part], ",\"%s\":{\"off\":", name);
    }
    for (int kind = 0; kind < LOCUS_HOST_KIND_COUNT; kind++)
        if (kind == LOCUS_HOST_NONE)
            make_fixed(&host_kind[kind], ",\"host_kind\":%s,\"port\":", "null");
        else
            make_fixed(&host_kind[kind], ",\"host_kind\":\"%s\",\"port\":",
                       locus_host_kind_name((enum locus_host_kind)kind));
}

/* Room for a record is reserved at once, so that no write has to check for it. */

/* More than the keys, numbers and punctuation of a record take, plus what a copy writes past
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

/* An entry of the tables. Also writes a byte after the digits, which is overwritten. */
static inline char *put_digits(char *at, uint32_t digits)
{
    at[0] = (char)digits;
    at[1] = (char)(digits >> 8);
    at[2] = (char)(digits >> 16);
    at[3] = (char)(digits >> 24);
    return at + (digits >> 24);
}

/* A number of 64 bits has at most seven groups of three digits. */
static char *put_long_number(char *at, uint64_t number)
{
    uint16_t groups[6];
    size_t count = 0;

    for (; number >= THREE_DIGITS; number /= THREE_DIGITS)
        groups[count++] = (uint16_t)(number % THREE_DIGITS);
    at = put_digits(at, short_number[number]);
    while (count > 0)
        at = put_digits(at, three_digits[groups[--count]]);
    return at;
}

/* Nearly all offsets and lengths have at most three digits. There is no branch for each
   length, which the processor could not predict. */
static inline char *put_number(char *at, uint64_t number)
{
    return __builtin_expect(number < THREE_DIGITS, 1) ? put_digits(at, short_number[number])
                                                      : put_long_number(at, number);
}

/* Where to write after what the out_ functions wrote. */
static inline char *resume(void)
{
    if (ROOM_BESIDE_TEXT > out.size - out.used)
        out_flush();
    return out.buffer + out.used;
}

static inline void suspend(const char *at)
{
    out.used = (size_t)(at - out.buffer);
}

/* The inside of a string. `is_clean` is a constant: if it is true, there is room for all
   texts of the record. `exact` becomes false if some byte was not UTF-8. */
static ALWAYS_INLINE char *put_json(char *at, const char *text, size_t readable, size_t len,
                                    bool is_clean, bool *exact)
{
    if (is_clean)
        return put_text(at, text, readable, len);
    suspend(at);
    *exact &= json_text(text, len);
    return resume();
}

static ALWAYS_INLINE char *put_place(char *at, const struct record *record, bool is_clean,
                                     bool *exact)
{
    if (record->file) {
        at = PUT(at, "\"file\":\"");
        at = put_json(at, record->file, 0, strlen(record->file), is_clean, exact);
        at = PUT(at, "\",");
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

static ALWAYS_INLINE char *put_parts(char *at, const struct record *record, bool is_clean,
                                     bool *exact)
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
        memcpy(at, part_begin[part].text + first, FIXED);
        at = put_number(at + part_begin[part].len - first, span.off);
        first = false;
        at = put_number(PUT(at, ",\"len\":"), span.len);
        at = PUT(at, ",\"text\":\"");
        at = put_json(at, record->text + span.off, readable, span.len, is_clean, exact);
        at = PUT(at, "\"}");
    }
    *at++ = '}';
    return at;
}

/* host_kind, port and the parts of a valid URL. */
static ALWAYS_INLINE char *put_valid(char *at, const struct record *record, bool is_clean,
                                     bool *exact)
{
    const struct locus_url *const url = &record->url;
    const int port = locus_port_with(url, record->text, record->own);

    at = put(at, host_kind[url->host_kind].text, FIXED) - FIXED + host_kind[url->host_kind].len;
    at = port >= 0 ? put_number(at, (uint64_t)port) : PUT(at, "null");
    return put_parts(at, record, is_clean, exact);
}

static void write_finding_list(uint64_t findings)
{
    struct json json = { .follows = true };

    JSON_KEY(&json, "findings");
    json_open(&json, '[');
    for (int f = 0; f < LOCUS_FINDING_COUNT; f++)
        if (findings >> f & 1)
            json_name(&json, locus_finding_name((enum locus_finding)f));
    json_close(&json, ']');
}

void write_json_error(struct json *json, int error, int part, uint64_t offset,
                      const char *sentence)
{
    JSON_KEY(json, "error");
    json_open(json, '{');
    JSON_KEY(json, "code");
    json_name(json, locus_error_name(error));
    if (part >= 0) {
        JSON_KEY(json, "part");
        json_name(json, locus_part_name((enum locus_part)part));
    }
    JSON_KEY(json, "offset");
    json_number(json, offset);
    JSON_KEY(json, "message");
    json_sentence(json, sentence);
    json_close(json, '}');
}

void write_json_record_error(struct json *json, const struct record *record)
{
    char sentence[URL_ERROR_SIZE];

    record_error(record, sentence);
    write_json_error(json, record->url.error, -1, record->url.error_offset, sentence);
}

void write_json_form(struct json *json, const struct locus_url *url)
{
    if (!(locus_grammar_traits(locus_url_grammar(url)) & LOCUS_TRAIT_TARGET))
        return;
    JSON_KEY(json, "form");
    if (url->form == LOCUS_FORM_NONE)
        JSON_LITERAL(json, "null");
    else
        json_name(json, locus_form_name((enum locus_form)url->form));
}

/* Writes a record up to its findings. Returns whether every byte was UTF-8. */
static ALWAYS_INLINE bool write_record(const struct record *record, bool is_clean)
{
    const struct locus_grammar *const grammar = locus_url_grammar(&record->url);
    /* Of a log line that has no target: write_json_line() has written it. */
    const bool is_request = record->no_request
                        && !locus_log_has(record->log->line, LOCUS_LOG_TARGET);
    struct json json = { .follows = true };
    bool exact = true;
    char *at = resume();

    *at++ = '{';
    if (record->found)
        at = put_place(at, record, is_clean, &exact);
    if (record->log) {
        suspend(at);
        exact &= write_json_line(record);
        at = resume();
    }
    if (record->too_long) {
        at = PUT(at, "\"input\":null,");
    } else if (!is_request) {
        /* Parts begin and end at ASCII bytes: so no part splits a character, and invalid
           UTF-8 in any of them is detected here. */
        at = PUT(at, "\"input\":\"");
        at = put_json(at, record->text, record->readable, record->len, is_clean, &exact);
        at = PUT(at, "\",");
    }
    at = PUT(at, "\"grammar\":\"");
    at = put_string(at, locus_grammar_name(grammar));
    *at++ = '"';
    if (locus_grammar_traits(grammar) & LOCUS_TRAIT_TARGET) {
        suspend(at);
        write_json_form(&json, &record->url);
        at = resume();
    }
    if (record->url.error != 0) {
        at = PUT(at, ",\"valid\":false");
        suspend(at);
        write_json_record_error(&json, record);
        return exact;
    }
    if (!record->found)
        at = PUT(at, ",\"valid\":true");
    suspend(put_valid(at, record, is_clean, &exact));
    return exact;
}

/* Makes room for a record if all of it can be copied as it is. Returns whether it can; nearly
   every record can. */
static bool reserve(const struct record *record)
{
    const size_t file_len = record->found && record->file ? strlen(record->file) : 0;
    /* Each part is a part of the text. */
    const size_t most = ROOM_BESIDE_TEXT + file_len + (LOCUS_SLOT_COUNT + 1) * record->len;

    if (record->log || most > out.size || !json_is_clean(record->text, record->len)
        || (file_len > 0 && !json_is_clean(record->file, file_len)))
        return false;
    if (most > out.size - out.used)
        out_flush();
    return true;
}

void write_json(void *writer_, const struct record *record)
{
    const struct writer *const writer = writer_;
    bool exact;

    if (__builtin_expect(record->no_text, 0)) {
        OUT_LITERAL("null");
        out_end_record();
        return;
    }
    exact = reserve(record) ? write_record(record, true) : write_record(record, false);
    if (writer->columns.findings)
        write_finding_list(record->findings);
    if (!exact)
        OUT_LITERAL(",\"lossy\":true");
    out_char('}');
    out_end_record();
}
