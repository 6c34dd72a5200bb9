/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/record/stages.h"

#include <string.h>

bool stage_parse(const void *grammar, struct record *record)
{
    locus_parse(&record->url, record->text, record->len, grammar);
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
