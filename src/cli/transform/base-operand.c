/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/transform/base-operand.h"

#include <inttypes.h>
#include <string.h>

#include "cli/options/verb.h"
#include "cli/values/url-error.h"

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
    char sentence[URL_ERROR_SIZE];

    base->text = *operands->at++;
    if (--operands->count == 0) {
        operands->at = no_operands;
        operands->count = 1;
    }
    if (locus_parse(&base->url, base->text, strlen(base->text), grammar) != 0) {
        url_error(&base->url, base->text, strlen(base->text), sentence);
        die("BASE: %s: byte %" PRIu32 ": %s",
            locus_error_name(base->url.error), base->url.error_offset, sentence);
    }
    if (!locus_has(&base->url, LOCUS_SCHEME))
        die("BASE: %s: %s", locus_error_name(LOCUS_ERROR_BASE),
            locus_strerror(LOCUS_ERROR_BASE));
}
