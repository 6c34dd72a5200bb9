/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/record/stages.h"

#include <string.h>

bool stage_parse(const void *grammar, struct record *record)
{
    locus_parse(&record->url, record->text, record->len, grammar);
    return true;
}

bool stage_parse_row(const void *grammar, struct record *record)
{
    locus_parse(&record->url, record->text, record->len, grammar);
    if (__builtin_expect(record->no_text || record->too_long, 0)) {
        record->url.present = 0;
        record->url.host_kind = LOCUS_HOST_NONE;
        record->url.error = record->too_long ? LOCUS_ERROR_TOO_LONG : 0;
        record->url.error_offset = 0;
    }
    return true;
}

/* A target whose request line is not one of HTTP is not valid, whatever its bytes are. */
RARELY static void refuse_request(struct locus_url *url)
{
    url->present = 0;
    url->error = LOCUS_ERROR_FORM;
    url->error_offset = 0;
    url->form = url->other_form = LOCUS_FORM_NONE;
    url->host_kind = LOCUS_HOST_NONE;
    memset(url->part, 0, sizeof url->part);
}

bool stage_parse_log(const void *grammars_, struct record *record)
{
    const struct log_grammars *const grammars = grammars_;
    const struct locus_log_line *const line = record->log->line;

    locus_parse(&record->url, record->text, record->len, grammars->of[record->of]);
    if (record->of != OF_TARGET)
        return true;
    if (__builtin_expect(record->no_request, 0)) {
        refuse_request(&record->url);
    } else if (grammars->are_targets && locus_log_has(line, LOCUS_LOG_METHOD)) {
        const struct locus_span method = line->field[LOCUS_LOG_METHOD];

        locus_apply_method(&record->url, record->text, record->log->text + method.off,
                           method.len);
    }
    return true;
}

bool stage_method(const void *method, struct record *record)
{
    locus_apply_method(&record->url, record->text, method, strlen(method));
    return true;
}

bool stage_valid(const void *nothing, struct record *record)
{
    (void)nothing;
    return record->url.error == 0;
}

bool stage_findings(const void *nothing, struct record *record)
{
    (void)nothing;
    record->findings = locus_findings(&record->url, record->text, record->len,
                                      record->own);
    return true;
}
