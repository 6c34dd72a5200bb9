/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/transform/base.h"

#include <inttypes.h>
#include <string.h>

#include "cli/options/verb.h"
#include "cli/record/record.h"

void base_need(const struct operands *operands)
{
    if (!operands->given)
        usage_error(operands->verb, "missing operand BASE");
}

void base_take(struct base *base, struct operands *operands,
               const struct locus_grammar *grammar)
{
    static char standard_input[] = "-";
    static char *no_operands[] = { standard_input, NULL };
    struct record record = { .text = operands->at[0] };
    char sentence[RECORD_ERROR_SIZE];

    operands->at++;
    if (--operands->count == 0) {
        operands->at = no_operands;
        operands->count = 1;
    }
    record.len = strlen(record.text);
    base->text = record.text;
    if (locus_parse(&record.url, record.text, record.len, grammar) != 0) {
        record_error(&record, sentence);
        die("BASE: %s: byte %" PRIu32 ": %s",
            locus_error_name(record.url.error), record.url.error_offset,
            sentence);
    }
    if (!locus_has(&record.url, LOCUS_SCHEME))
        die("BASE: %s: %s", locus_error_name(LOCUS_ERROR_BASE),
            locus_strerror(LOCUS_ERROR_BASE));
    base->url = record.url;
}
