/* SPDX-License-Identifier: MIT */
#ifndef VIEW_H
#define VIEW_H

#include "cli/record/value.h"

/*
 * The suffixes of a selector, except ":decoded" and ":normal", applied to a value:
 * ":shape", ":class", …
 */

/* Replaces the value by the view that the selector names. Returns false if the view has no
   value. */
bool view_of(struct value_text *value, const struct selector *selector,
             const struct record *record);

#endif
