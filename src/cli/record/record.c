/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/record/record.h"

#include <stdio.h>

void record_error(const struct record *record, char sentence[RECORD_ERROR_SIZE])
{
    const char *rule = locus_strerror(record->url.error);
    const size_t at = record->url.error_offset;
    unsigned char c;

    if (record->no_request) {
        snprintf(sentence, RECORD_ERROR_SIZE, "the request is not a request line of HTTP");
        return;
    }
    if (record->url.error == LOCUS_ERROR_TOO_LONG
        || record->url.error == LOCUS_ERROR_TARGET) {          /* no byte's fault */
        snprintf(sentence, RECORD_ERROR_SIZE, "%s", rule);
        return;
    }
    if (at >= record->len) {
        snprintf(sentence, RECORD_ERROR_SIZE, "%s (at the end)", rule);
        return;
    }
    c = (unsigned char)record->text[at];
    if (c == '"')
        snprintf(sentence, RECORD_ERROR_SIZE, "%s (found '\"')", rule);
    else if (c >= 0x20 && c < 0x7f)
        snprintf(sentence, RECORD_ERROR_SIZE, "%s (found \"%c\")", rule, c);
    else
        snprintf(sentence, RECORD_ERROR_SIZE, "%s (found byte 0x%02X)", rule, c);
}
