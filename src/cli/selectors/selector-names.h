/* SPDX-License-Identifier: MIT */
#ifndef SELECTOR_NAMES_H
#define SELECTOR_NAMES_H

#include "cli/selectors/selector.h"

/*
 * What selectors may name. Private to this folder.
 */

/* Begins a selector of that name. Its value is -1 if there is none. */
void selector_begin(struct selector *selector, const struct selecting *selecting,
                    const char *name, size_t len);

/* Adds a view. Returns false if there is none of that name. */
bool selector_view(struct selector *selector, const char *name, size_t len);

/* Names a part of the URL in a field. Returns false if that is impossible. */
bool selector_inner(struct selector *selector, const char *part, size_t len);

/* Whether the selector, with its keys, index and views, names a value that records may
   have. */
bool selector_is_possible(const struct selector *selector, const struct selecting *selecting);

/* Ends the command: text[0..len) names no value. */
_Noreturn void selector_unknown(const struct selecting *selecting, const char *text,
                                size_t len);

#endif
