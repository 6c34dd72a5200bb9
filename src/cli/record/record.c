/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/record/record.h"

#include <stdio.h>

struct record record_of_files(const struct locus_schemes *own,
                              const struct locus_grammar *grammar)
{
    struct record record = { .found = true, .own = own };
    struct locus_url empty;

    if (grammar) {
        locus_parse(&empty, "", 0, grammar);
        record.url.grammar = empty.grammar;
    }
    return record;
}

void url_error(const struct locus_url *url, const char *text, size_t len,
               char sentence[RECORD_ERROR_SIZE])
{
    const char *rule = locus_strerror(url->error);
    const size_t at = url->error_offset;
    unsigned char c;

    if (url->error == LOCUS_ERROR_TOO_LONG
        || url->error == LOCUS_ERROR_TARGET) {          /* no byte's fault */
        snprintf(sentence, RECORD_ERROR_SIZE, "%s", rule);
        return;
    }
    if (at >= len) {
        snprintf(sentence, RECORD_ERROR_SIZE, "%s (at the end)", rule);
        return;
    }
    c = (unsigned char)text[at];
    if (c == '"')
        snprintf(sentence, RECORD_ERROR_SIZE, "%s (found '\"')", rule);
    else if (c >= 0x20 && c < 0x7f)
        snprintf(sentence, RECORD_ERROR_SIZE, "%s (found \"%c\")", rule, c);
    else
        snprintf(sentence, RECORD_ERROR_SIZE, "%s (found byte 0x%02X)", rule, c);
}

void record_error(const struct record *record, char sentence[RECORD_ERROR_SIZE])
{
    if (record->no_request)
        snprintf(sentence, RECORD_ERROR_SIZE, "not an HTTP request line");
    else
        url_error(&record->url, record->text, record->len, sentence);
}
