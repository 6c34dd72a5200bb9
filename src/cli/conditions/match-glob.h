/* SPDX-License-Identifier: MIT */
#ifndef MATCH_GLOB_H
#define MATCH_GLOB_H

#include "cli/record/value.h"
#include "cli/values/operand.h"

/* Whether a value matches. Time is linear in its length. */
bool glob_matches(const struct glob *glob, const struct value_text *value);

/* Turn ASCII letters into lower case. */
void to_lower(char *text, size_t len);
void glob_to_lower(struct glob *glob);

#endif
