/* SPDX-License-Identifier: MIT */
#ifndef VALUE_H
#define VALUE_H

#include "cli/record/record.h"
#include "cli/selectors/selector.h"

/*
 * The value that a selector names in a record.
 */

/* A number or a time has no more bytes than this; the value of a field of a log, no more than its
   span and this. */
enum { SHORT_VALUE = 128 };

/* value_of() for what is more than a part of a URL as it is. */
bool value_of_other(struct value_text *value, const struct selector *selector,
                    const struct record *record);

/* Gets the value, which is valid until the next call for the record. Returns false if it
   is absent. The record must have scratch memory, and have been parsed if
   selector_needs_parse(). */
static inline bool value_of(struct value_text *value, const struct selector *selector,
                            const struct record *record)
{
    const enum locus_part part = (enum locus_part)selector->value;
    struct locus_span span;

    if (!selector->whole)
        return value_of_other(value, selector, record);
    span = locus_get(&record->url, part);
    value->at = record->text + span.off;
    value->len = span.len;
    return locus_has(&record->url, part);
}

/* The same for a row of --stream, and for formats that have NULL. A row without a URL has no
   value but `line`; if the text is not a valid URL, `url` is absent; and if there are no
   findings, their value is empty. */
bool value_of_row(struct value_text *value, const struct selector *selector,
                  const struct record *record);

/* The values of a list, the keys of a query or the findings, one by one. */
struct value_keys {
    const char *text;
    struct locus_pieces pairs;
};

struct value_list {
    const struct selector *selector;
    struct scratch *scratch;
    struct value_keys keys;
    uint64_t findings;            /* those that remain */
};

/* Begins the list of a selector for which selector_is_list() is true. Returns false if there
   is no query. */
bool value_list_begin(struct value_list *list, const struct selector *selector,
                      const struct record *record);

/* The same for a row. A query without keys is not a list. */
bool value_list_of_row(struct value_list *list, const struct selector *selector,
                       const struct record *record);

/* Gets the next value, which is valid until the next call. Returns false if there are no
   more. */
bool value_list_next(struct value_list *list, struct value_text *value);

/* Gets the span of the selected part or parameter in a URL; {0, 0} if its value is absent
   or empty. Returns false if the part or parameter is absent. */
bool selected_span(struct locus_span *span, const struct selector *selector, int part,
                   const struct locus_url *url, const char *text);

#endif
