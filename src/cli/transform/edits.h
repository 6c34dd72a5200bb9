/* SPDX-License-Identifier: MIT */
#ifndef EDITS_H
#define EDITS_H

#include "cli/options/options.h"
#include "cli/selectors/selector.h"

/*
 * A part, or a parameter of the query, that edit changes or removes, or that build
 * sets.
 */

/* The formats of -o in both verbs. The manual page groups verbs by these lists. */
extern const struct word edit_formats[];

/* "PART=VALUE" or "PART:decoded=VALUE"; to remove a part, "PART". The same with
   "query.KEY"; to remove parameters, also "query.KEY*". */
struct edit {
    enum change_kind kind;
    struct selector selector;
    const char *value;            /* of the command line or the item */
    size_t len;
    char *encoded;                /* replaces `value` after encoding */
};

/* Parses one. Returns NULL, or the end of an error message. */
const char *edit_read(struct edit *edit, const char *text, size_t len,
                      enum change_kind kind);

void edit_free(struct edit *edit);

/* Whether it edits a whole part. */
bool edits_part(const struct edit *edit);

/* Encodes the value of a part if it was given with ":decoded". With LOCUS_PLUS_IS_SPACE,
   a space in a query becomes "+". */
int edit_encode(struct edit *edit, const struct locus_grammar *grammar, unsigned flags,
                struct locus_report *report);

/* Applies an edit of a whole part. */
void edit_apply(struct locus_parts *parts, const struct edit *edit);

/* Several edits, and the memory that they use. */
struct edits {
    const struct locus_grammar *grammar;
    unsigned flags;               /* LOCUS_PLUS_IS_SPACE, LOCUS_QUERY_SEMICOLON */
    struct edit *edit;            /* edit[0..count); must be freed, like `internal` */
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

/* Adds an edit, which the caller must then read. */
struct edit *edits_add(struct edits *edits);

/* Writes the URL with these parts after the edits. Edits of whole parts are applied
   together; then those of the query's parameters, in order. An edit of the whole query
   cancels earlier edits of its parameters. Returns what locus_build() returns. */
int edits_write(struct edits *edits, char *buf, size_t size, size_t *len,
                struct locus_parts *parts, struct locus_report *report);

/* Removes the edits, but keeps the memory. */
void edits_forget(struct edits *edits);

void edits_free(struct edits *edits);

#endif
