/* SPDX-License-Identifier: MIT */
#ifndef SUGGEST_H
#define SUGGEST_H

#include "cli/verb.h"

/*
 * What was probably meant.
 */

/* The known name that is nearest to a word. */
struct suggestion {
    const char *word;
    size_t      len;
    const char *name;             /* NULL: none is near */
    size_t      distance;
};

/* One of the known names. */
void suggest(struct suggestion *suggestion, const char *name);

/* A usage error about what is no verb: a URL, a file, or a verb misspelt. `known`
   lists the verbs. */
_Noreturn void suggest_verb(const struct suggestion *suggestion, const char *known);

/* After an item that is no URL: says how to read the file, if it is an operand that
   names one. */
void suggest_input(const struct operands *operands, uint64_t number, const char *text);

#endif
