/* SPDX-License-Identifier: MIT */
#ifndef JSON_STRING_H
#define JSON_STRING_H

#include "cli/output/output.h"

/* Writes a JSON string. Returns false if some byte was not UTF-8, and so was replaced. */
bool json_string(const char *text, size_t len);

/* Whether all of a text can be copied as it is into a JSON string. Nearly every text
   can. */
bool json_is_clean(const char *text, size_t len);

/* Writes the inside of a string, like json_string(). */
bool json_text(const char *text, size_t len);

/* The same as json_string() if the caller already knows whether the text is clean. */
static inline bool json_string_if_clean(const char *text, size_t len, bool clean)
{
    bool exact = true;

    out_char('"');
    if (clean)
        out_write(text, len);
    else
        exact = json_text(text, len);
    out_char('"');
    return exact;
}

#endif
