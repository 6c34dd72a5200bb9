/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/writers/writers.h"

#include <stdio.h>
#include <string.h>

#include "cli/output/json-string.h"
#include "cli/output/output.h"

/* What precedes a part's offset: ,"host":{"off": */
static struct {
    char   text[32];
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

void write_json(void *writer_, const struct record *record)
{
    const struct writer *const writer = writer_;
    const bool clean = json_is_clean(record->text, record->len);
    /* Of a log line that has no target: write_json_line() has written it. */
    const bool is_request = record->no_request
                        && !locus_log_has(record->log->line, LOCUS_LOG_TARGET);
    bool exact = true;

    if (__builtin_expect(record->no_text, 0)) {
        OUT_LITERAL("null");
        out_end_record();
        return;
    }
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
    if (writer->columns.findings)
        write_finding_list(record->findings);
    if (!exact)
        OUT_LITERAL(",\"lossy\":true");
    out_char('}');
    out_end_record();
}
