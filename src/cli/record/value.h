/* SPDX-License-Identifier: MIT */
#ifndef VALUE_H
#define VALUE_H

#include "cli/selectors/selector.h"
#include "cli/record/record.h"

/*
 * The value that a selector names in a record.
 */
struct value_text {
    const char *at;
    size_t      len;
};

/* Gets the value, which is valid until the next call for the record. Returns false if it
   is absent. The record must have a room, and have been parsed if selector_needs_parse(). */
bool value_of(struct value_text *value, const struct selector *selector,
              const struct record *record);

/* Gets the span of the selected part or parameter in a URL; {0, 0} if its value is absent
   or empty. Returns false if the part or parameter is absent. */
bool selected_span(struct locus_span *span, const struct selector *selector, int part,
                   const struct locus_url *url, const char *text);

/* What ":decoded" makes of a part, LOCUS_PART_COUNT for any other text. Writes at most
   `len` bytes; returns how many. */
size_t value_decode(char *to, const char *text, size_t len, enum locus_part part);

#endif
