/* SPDX-License-Identifier: MIT */
#ifndef EDITS_H
#define EDITS_H

#include "cli/options/options.h"
#include "cli/options/selector.h"

/*
 * A part, or a parameter of the query, that edit changes or removes, or that build
 * sets.
 */

/* What -o takes in both. The manual page groups verbs by these lists. */
extern const struct word edit_formats[];

/* "PART=VALUE", "PART:decoded=VALUE", and to remove, "PART"; the same with "query.KEY",
   and to remove, "query.KEY*". */
struct edit {
    enum change_kind kind;
    struct selector selector;
    const char *value;            /* of the command line, or of the item */
    size_t len;
    char *encoded;                /* instead, where it was decoded */
};

/* Reads one. Returns what is wrong with it, or NULL. */
const char *edit_read(struct edit *edit, const char *text, size_t len,
                      enum change_kind kind);

void edit_free(struct edit *edit);

/* Whether it is an edit of a whole part. */
bool edits_part(const struct edit *edit);

/* Encodes the value of a part where it was given decoded. With LOCUS_PLUS_IS_SPACE, a
   space in a query becomes "+". */
int edit_encode(struct edit *edit, const struct locus_grammar *grammar, unsigned flags,
                struct locus_report *report);

/* Makes an edit of a whole part. */
void edit_apply(struct locus_parts *parts, const struct edit *edit);

/* Several edits, and the memory that they need. */
struct edits {
    const struct locus_grammar *grammar;
    unsigned flags;               /* LOCUS_PLUS_IS_SPACE, LOCUS_QUERY_SEMICOLON */
    struct edit *edit;            /* edit[0..count); to be freed, as `internal` is */
    size_t count;
    struct {
        struct {
            char  *bytes;
            size_t size;
            size_t len;
        } text[2];                /* the URL between two edits of its query */
        struct locus_query_entry *entries;
        size_t entry_count;
    } internal;
};

/* Adds one, which is to be read. */
struct edit *edits_add(struct edits *edits);

/* Writes the URL that has the parts, after the edits. Those of whole parts are made
   together; then those of the query's parameters, in order. An edit of the whole query
   undoes those of its parameters before it. Returns what locus_build() returns. */
int edits_write(struct edits *edits, char *buf, size_t size, size_t *len,
                struct locus_parts *parts, struct locus_report *report);

/* Forgets the edits, and keeps the memory. */
void edits_forget(struct edits *edits);

void edits_free(struct edits *edits);

#endif
