/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/transform/transform.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/help/suggest.h"
#include "cli/input/items.h"
#include "cli/output/json-values.h"
#include "cli/output/output.h"
#include "cli/settings/component.h"
#include "cli/values/url-error.h"
#include "cli/writers/writers.h"

const struct word transform_formats[] = {
    { "url", FORMAT_URL, "default" },
    { "json", FORMAT_JSON, NULL },
    { NULL, 0, NULL }
};

/* What a decoded text may contain: in records, and in messages. */
static const struct {
    enum locus_found_bits bit;
    const char *name;
    const char *phrase;
} founds[] = {
    { LOCUS_FOUND_CONTROL, "control", "a control" },
    { LOCUS_FOUND_NUL, "nul", "a NUL" },
    { LOCUS_FOUND_CR, "cr", "a CR" },
    { LOCUS_FOUND_LF, "lf", "an LF" },
    { LOCUS_FOUND_NOT_UTF8, "not-utf8", "bytes that are not UTF-8" },
    { LOCUS_FOUND_DELIMITER, "delimiter", "a delimiter that was escaped" }
};

enum { FOUND_COUNT = sizeof founds / sizeof *founds };

/* The result for an item. */
struct outcome {
    const char *text;             /* NULL: there was no input */
    size_t      len;
    size_t      written;          /* bytes of transform->buf */
    int         error;
    struct locus_report report;
    bool        hidden;           /* the text must not be shown */
};

static void outcome_error(const struct outcome *outcome,
                          char sentence[URL_ERROR_SIZE])
{
    const struct locus_url url = {
        .error = outcome->error, .error_offset = (uint32_t)outcome->report.offset
    };

    /* The byte at the offset is known only if the error is in the input. */
    if (outcome->report.part >= 0 || !outcome->text || outcome->hidden) {
        snprintf(sentence, URL_ERROR_SIZE, "%s",
                 locus_strerror(outcome->error));
        return;
    }
    url_error(&url, outcome->text, outcome->len, sentence);
}

static void tell_error(const struct outcome *outcome, const char *unit,
                       uint64_t number)
{
    const int part = outcome->report.part;
    const char *name = locus_error_name(outcome->error);
    const char *where = part < 0 ? name : locus_part_name((enum locus_part)part);
    char sentence[URL_ERROR_SIZE];

    outcome_error(outcome, sentence);
    /* If the rule has the same name as the part, it is written only once. */
    complain("%s %" PRIu64 ": %s%s%s: byte %zu: %s", unit, number, name,
             strcmp(where, name) == 0 ? "" : ": ",
             strcmp(where, name) == 0 ? "" : where, outcome->report.offset, sentence);
}

static void tell_found(const struct outcome *outcome, const char *unit,
                       uint64_t number)
{
    uint32_t left = outcome->report.found;
    char list[160] = "";

    for (int i = 0; i < FOUND_COUNT; i++)
        if (left & founds[i].bit) {
            left &= ~(uint32_t)founds[i].bit;
            if (*list)
                strcat(list, left ? ", " : " and ");
            strcat(list, founds[i].phrase);
        }
    complain("%s %" PRIu64 ": byte %zu: the decoded text contains %s", unit, number,
             outcome->report.offset, list);
}

static void json_error(struct json *json, const struct outcome *outcome)
{
    char sentence[URL_ERROR_SIZE];

    outcome_error(outcome, sentence);
    write_json_error(json, outcome->error, outcome->report.part, outcome->report.offset,
                     sentence);
}

static void json_found(struct json *json, const struct outcome *outcome)
{
    JSON_KEY(json, "found");
    json_open(json, '[');
    for (int i = 0; i < FOUND_COUNT; i++)
        if (outcome->report.found & founds[i].bit)
            json_name(json, founds[i].name);
    json_close(json, ']');
    if (outcome->report.found) {
        JSON_KEY(json, "found_offset");
        json_number(json, outcome->report.offset);
    }
}

static void write_json_outcome(const struct transform *t, const struct outcome *outcome)
{
    struct json json = { 0 };

    json_open(&json, '{');
    if (outcome->text && !outcome->hidden) {
        JSON_KEY(&json, "input");
        json_value(&json, outcome->text, outcome->len);
    }
    JSON_KEY(&json, "grammar");
    json_name(&json, locus_grammar_name(t->options->grammar));
    if (t->component >= 0) {
        JSON_KEY(&json, "part");
        json_name(&json, component_name(t->component));
    }
    JSON_KEY(&json, "valid");
    if (outcome->error) {
        JSON_LITERAL(&json, "false");
        json_error(&json, outcome);
    } else {
        JSON_LITERAL(&json, "true");
        JSON_KEY(&json, "output");
        json_value(&json, t->buf, outcome->written);
        if (t->finds)
            json_found(&json, outcome);
    }
    json_end_record(&json);
}

static void write_text(const struct transform *t,
                       const struct outcome *outcome)
{
    /* Only decoded text can contain a newline. */
    if (t->finds && !t->print0)
        out_value(t->buf, outcome->written);
    else
        out_url(t->buf, outcome->written);
    if (t->print0)
        out_end_record_with('\0');
    else
        out_end_record();
}

static void call(struct transform *t, struct outcome *outcome)
{
    do {
        if (outcome->written > t->size) {
            t->size = outcome->written * 2;
            t->buf = mem_resize(t->buf, t->size);
        }
        outcome->error = t->write(t->state, t->buf, t->size,
                                  &outcome->written, outcome->text,
                                  outcome->len, &outcome->report);
    } while (outcome->error == LOCUS_ERROR_SPACE);
    if (outcome->error != 0)
        outcome->written = 0;
}

void transform_item(void *transform, const char *unit, uint64_t number,
                    const char *text, size_t len)
{
    struct transform *t = transform;
    struct outcome outcome = {
        .text = text, .len = len, .written = 1, .hidden = t->hides
    };

    call(t, &outcome);
    if (outcome.error != 0 && t->status == STATUS_OK)
        t->status = STATUS_NONE;
    if (t->options->format == FORMAT_JSON) {
        write_json_outcome(t, &outcome);
    } else {
        write_text(t, &outcome);
        if (outcome.error != 0)
            tell_error(&outcome, unit, number);
        else if (outcome.report.found != 0)
            tell_found(&outcome, unit, number);
    }
    if (outcome.error != 0)
        suggest_input(t->operands, number, text);
}

int transform_all(struct transform *t)
{
    const struct transform_options *options = t->options;

    t->status = STATUS_OK;
    if (options->line_buffered)
        out_line_buffered();
    if (!items_each(t->operands->at, t->operands->count, options->null,
                    transform_item, t))
        t->status = STATUS_ERROR;
    free(t->buf);
    return t->status;
}

int transform_parse(struct locus_url *url, const char *text, size_t len,
                    const struct locus_grammar *grammar, struct locus_report *report)
{
    *report = (struct locus_report){ 0, -1, 0 };
    if (locus_parse(url, text, len, grammar) != 0)
        report->offset = url->error_offset;
    return url->error;
}
