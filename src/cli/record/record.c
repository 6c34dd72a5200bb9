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

void record_error(const struct record *record, char sentence[URL_ERROR_SIZE])
{
    if (!record_has_text(record))
        snprintf(sentence, URL_ERROR_SIZE, "the line has no request target");
    else if (record->no_request)
        snprintf(sentence, URL_ERROR_SIZE, "not an HTTP request line");
    else if (record->too_long)
        snprintf(sentence, URL_ERROR_SIZE, "the line is longer than --max-url");
    else
        url_error(&record->url, record->text, record->len, sentence);
}
