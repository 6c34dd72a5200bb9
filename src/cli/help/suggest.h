/* SPDX-License-Identifier: MIT */
#ifndef SUGGEST_H
#define SUGGEST_H

#include "cli/settings/settings.h"

/*
 * Suggestions of what was probably meant.
 */

/* The known name that is nearest to a word. */
struct suggestion {
    const char *word;
    size_t      len;
    const char *name;             /* NULL: none is near enough */
    size_t      distance;
};

/* Adds one of the known names. */
void suggest(struct suggestion *suggestion, const char *name);

/* Whether a file has this name. */
bool is_file(const char *name);

/* Quotes an operand for a shell. Returns `instead` if it is too long for a message or a
   message would change it. */
enum { QUOTED_SIZE = 123 };
const char *quote_operand(char quoted[QUOTED_SIZE], const char *text, const char *instead);

/* Called after an invalid item. If the item is an operand that names a file, shows how to
   read that file. */
void suggest_input(const struct operands *operands, uint64_t number, const char *text);

#endif
