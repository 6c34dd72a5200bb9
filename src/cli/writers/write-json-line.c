/* SPDX-License-Identifier: MIT
 *
 * The fields of a log line in JSON.
 */
#include "cli/cli.h"
#include "cli/writers/writers.h"

#include "cli/output/json-values.h"
#include "cli/output/output.h"
#include "cli/record/value.h"
#include "cli/values/json-digits.h"

/* The value of a field, without its escapes. */
static struct value_text text_of(const struct record *record, int field)
{
    const struct locus_log_line *const line = record->log->line;
    const struct locus_span span = line->field[field];
    const size_t size = span.len + SHORT_VALUE;
    size_t len;
    char *text;

    if (!(line->escaped >> field & 1))
        return (struct value_text){ record->log->text + span.off, span.len };
    text = scratch_for(record->scratch, SCRATCH_FIELD, size);
    locus_log_value(text, size, &len, line, record->log->text, field);
    return (struct value_text){ text, len };
}

static void write_string(struct json *json, const struct record *record, int field)
{
    const struct value_text value = text_of(record, field);

    json_value(json, value.at, value.len);
}

static void write_time(struct json *json, const struct record *record)
{
    char text[SHORT_VALUE];
    size_t len;

    if (locus_log_value(text, sizeof text, &len, record->log->line, record->log->text,
                        LOCUS_LOG_TIME) == 0)
        json_value(json, text, len);
    else
        write_string(json, record, LOCUS_LOG_TIME);
}

/* A number if it is one, of any size. */
static void write_number(struct json *json, const struct record *record, int field)
{
    struct value_text value;
    uint64_t number;

    if (locus_log_number(&number, record->log->line, record->log->text, field) == 0) {
        json_number(json, number);
        return;
    }
    value = text_of(record, field);
    json_digits(json, value.at, value.len);
}

/* The same, in seconds; also if it has too many digits for a struct locus_duration. */
static void write_duration(struct json *json, const struct record *record)
{
    const struct locus_log_line *const line = record->log->line;
    const size_t size = line->field[LOCUS_LOG_DURATION].len + SHORT_VALUE;
    struct locus_duration duration;
    char *text;
    size_t len;

    if (locus_log_duration(&duration, line, record->log->text) == LOCUS_ERROR_NUMBER) {
        write_string(json, record, LOCUS_LOG_DURATION);
        return;
    }
    text = scratch_for(record->scratch, SCRATCH_FIELD, size);
    locus_log_value(text, size, &len, line, record->log->text, LOCUS_LOG_DURATION);
    json_literal(json, text, len);
}

static void write_value(struct json *json, const struct record *record, int field)
{
    switch (field) {
    case LOCUS_LOG_TIME:
        write_time(json, record);
        break;
    case LOCUS_LOG_STATUS:
    case LOCUS_LOG_BYTES:
        write_number(json, record, field);
        break;
    case LOCUS_LOG_DURATION:
        write_duration(json, record);
        break;
    case LOCUS_LOG_REQUEST:       /* as it stands in the line */
        json_value(json, record->log->text + record->log->line->field[field].off,
                   record->log->line->field[field].len);
        break;
    default:
        write_string(json, record, field);
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
    struct json json = { 0 };

    JSON_KEY(&json, "log");
    json_open(&json, '{');
    for (int field = 0; left != 0; field++, left >>= 1) {
        if (!(left & 1))
            continue;
        json_key(&json, locus_log_field_name(line->format, field));
        write_value(&json, record, field);
    }
    json_close(&json, '}');
    if (record->of != OF_TARGET) {
        JSON_KEY(&json, "of");
        json_name(&json, record->of == OF_REFERER ? "referer" : "agent");
    }
    out_char(',');
    return !json.lossy;
}
