/* SPDX-License-Identifier: MIT
 *
 * The fields of a log line in JSON.
 */
#include "cli/cli.h"
#include "cli/writers/writers.h"

#include "cli/output/json-string.h"
#include "cli/output/output.h"

/* A time or a duration, which is a decimal number, has no more bytes. */
enum { SHORT_VALUE = 64 };

static bool write_string(const struct record *record, int field)
{
    const struct locus_log_line *const line = record->log->line;
    const struct locus_span span = line->field[field];
    size_t len;
    char *text;

    if (!(line->escaped >> field & 1))
        return json_string(record->log->text + span.off, span.len);
    text = room_for(record->room, ROOM_FIELD, span.len);
    locus_log_value(text, span.len, &len, line, record->log->text, field);
    return json_string(text, len);
}

static bool write_time(const struct record *record)
{
    char text[SHORT_VALUE];
    size_t len;

    if (locus_log_value(text, sizeof text, &len, record->log->line, record->log->text,
                        LOCUS_LOG_TIME) != 0)
        return write_string(record, LOCUS_LOG_TIME);
    return json_string(text, len);
}

/* A number if it is one. */
static bool write_number(const struct record *record, int field)
{
    uint64_t number;

    if (locus_log_number(&number, record->log->line, record->log->text, field) != 0)
        return write_string(record, field);
    out_number(number);
    return true;
}

static bool write_duration(const struct record *record)
{
    const struct locus_log_line *const line = record->log->line;
    struct locus_duration duration;
    char text[SHORT_VALUE];
    size_t len;

    if (locus_log_duration(&duration, line, record->log->text) != 0
        || locus_log_value(text, sizeof text, &len, line, record->log->text,
                           LOCUS_LOG_DURATION) != 0)
        return write_string(record, LOCUS_LOG_DURATION);
    out_write(text, len);
    return true;
}

static bool write_value(const struct record *record, int field)
{
    switch (field) {
    case LOCUS_LOG_TIME:
        return write_time(record);
    case LOCUS_LOG_STATUS:
    case LOCUS_LOG_BYTES:
        return write_number(record, field);
    case LOCUS_LOG_DURATION:
        return write_duration(record);
    case LOCUS_LOG_REQUEST:       /* as it stands in the line */
        return json_string(record->log->text
                           + record->log->line->field[field].off,
                           record->log->line->field[field].len);
    default:
        return write_string(record, field);
    }
}

/* The fields that are not written: the record itself, and a request that consists of other
   fields. */
static uint64_t left_out(const struct record *record)
{
    const uint64_t request = UINT64_C(1) << LOCUS_LOG_REQUEST;
    const uint64_t target = UINT64_C(1) << LOCUS_LOG_TARGET;

    if (record->of != OF_TARGET)
        return record->log->line->request > LOCUS_LOG_REQUEST_HTTP ? 0 : request;
    return record->no_request ? target : request | target;
}

bool write_json_line(const struct record *record)
{
    const struct locus_log_line *const line = record->log->line;
    uint64_t left = line->present & ~left_out(record);
    bool exact = true;

    OUT_LITERAL("\"log\":{");
    for (int field = 0; left != 0; field++, left >>= 1) {
        if (!(left & 1))
            continue;
        out_char('"');
        out_string(locus_log_field_name(line->format, field));
        OUT_LITERAL("\":");
        exact &= write_value(record, field);
        if (left > 1)
            out_char(',');
    }
    OUT_LITERAL("},");
    if (record->of != OF_TARGET) {
        OUT_LITERAL("\"of\":\"");
        out_string(record->of == OF_REFERER ? "referer" : "agent");
        OUT_LITERAL("\",");
    }
    return exact;
}
