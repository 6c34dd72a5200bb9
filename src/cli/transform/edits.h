/* SPDX-License-Identifier: MIT */
#ifndef EDITS_H
#define EDITS_H

#include "cli/options/options.h"

/*
 * A part that edit changes or removes, or that build sets.
 */

/* What -o takes in both. The manual page groups verbs by these lists. */
extern const struct word edit_formats[];

/* "PART=VALUE", "PART:decoded=VALUE", and to remove, "PART". */
struct edit {
    enum locus_part part;
    bool remove;
    bool decoded;
    const char *value;            /* of the command line, or of the item */
    size_t len;
    char *encoded;                /* instead, where it was decoded */
};

/* Reads one. Returns what is wrong with it, or NULL. */
const char *edit_read(struct edit *edit, const char *text, size_t len, bool remove);

/* Encodes the value where it was given decoded. */
int edit_encode(struct edit *edit, const struct locus_grammar *grammar,
                struct locus_report *report);

void edit_apply(struct locus_parts *parts, const struct edit *edit);

#endif
