/* SPDX-License-Identifier: MIT
 *
 * Declarations shared by the functions that find and edit the pairs of a query.
 */
#ifndef LOCUS_QUERY_H
#define LOCUS_QUERY_H

#include "build/build.h"
#include "locus/schemes.h"
#include "query/pairs.h"

/* Pairs */

/* Begins to iterate over the pairs of a query. With LOCUS_QUERY_SEMICOLON, ";" separates
   pairs, too. */
static inline void locus_begin_pairs(struct locus_pieces *pairs, unsigned flags,
                                     struct locus_span query)
{
    locus_pieces_begin(pairs, flags & LOCUS_QUERY_SEMICOLON ? LOCUS_PIECE_PAIR
                                                            : LOCUS_PIECE_AMP_PAIR,
                       query);
}

/* Whether the name, decoded, is the key or, with LOCUS_QUERY_PREFIX, begins with it. */
int locus_name_is(const char *text, struct locus_span name, const char *key,
                  size_t key_len, unsigned flags);

/* The length of the value that a text begins with: up to the first separator, or all. */
size_t locus_value_end(const char *text, size_t len, unsigned flags);

/* Writes the name, decoded: at most name.len bytes. Returns how many. */
size_t locus_decode_name(char *to, const char *text, struct locus_span name,
                         unsigned flags);

/* Pairs that are collected to be sorted. */
struct query_collection {
    char *keys;                    /* the decoded names, together no longer than the query */
    uint32_t used;                 /* how many bytes of `keys` are in use */
    struct locus_query_entry *entries;
    size_t entry_count;            /* the number of entries */
    size_t count;                  /* the number of entries in use */
    size_t too_few;                /* the number of pairs without an entry */
};

/* The first eight bytes of a name as a big-endian number; a shorter name is padded with
   zeros. */
static inline uint64_t locus_beginning_of(const char *text, struct locus_span name)
{
    const uint32_t len = name.len < 8 ? name.len : 8;
    const uint32_t end = name.off + len;
    uint64_t beginning = 0;

    if (len == 0)
        return 0;
    if (end >= 8) {
        /* What precedes the name is shifted out. */
        memcpy(&beginning, text + end - 8, 8);
        if (__BYTE_ORDER__ != __ORDER_BIG_ENDIAN__)
            beginning = __builtin_bswap64(beginning);
    } else {
        for (uint32_t i = 0; i < len; i++)
            beginning = beginning << 8 | (unsigned char)text[name.off + i];
    }
    return beginning << (64 - 8 * len);
}

/* Sets the key of an entry to a copy of the name, decoded if `is_coded`. */
void locus_query_collect_key(struct query_collection *pairs,
                             struct locus_query_entry *entry, const char *text,
                             struct locus_span name, int is_coded, unsigned flags);

/* Adds a pair. `is_coded`: its name must be decoded. */
static inline void locus_query_collect(struct query_collection *pairs, const char *text,
                                       struct locus_span pair, struct locus_span name,
                                       int is_coded, unsigned flags)
{
    struct locus_query_entry *entry;

    if (pairs->count == pairs->entry_count) {
        pairs->too_few++;
        return;
    }
    entry = &pairs->entries[pairs->count++];
    entry->pair = pair;
    if (is_coded || name.len > sizeof entry->beginning) {
        locus_query_collect_key(pairs, entry, text, name, is_coded, flags);
        return;
    }
    /* `beginning` is the whole name, so the bytes of the key are never compared. */
    entry->key = (struct locus_span){ 0, name.len };
    entry->beginning = locus_beginning_of(text, name);
}

/* Sorts the entries by their keys, and equal ones by their places in the text. Returns 0 if
   there are too few entries. */
int locus_query_sort_collected(struct query_collection *pairs);

/* An edit: the URL is assembled, with the new query in place of the old one. */

struct query_edit {
    struct assembly assembly;
    struct locus_parts parts;
    const struct locus_grammar *grammar;
    const char *text;
    struct locus_span query;       /* the old query */
    int was_there;                 /* the URL has a query, perhaps an empty one */
    size_t begin;                  /* of the "?" in the output */
    size_t count;                  /* of the pairs written */
    const char *separator;         /* what follows the last of them in the text, or
                                      "&" */
};

/* Begins an edit: writes what precedes the pairs. Returns 0, LOCUS_ERROR_GRAMMAR, or
   LOCUS_ERROR_ARGUMENT if a flag is not one of those allowed. */
int locus_query_edit_begin(struct query_edit *edit, char *buf, size_t size,
                           const struct locus_url *url, const char *text,
                           unsigned flags, unsigned allowed);

/* Before a pair is written: writes the separator that precedes it. */
void locus_query_edit_separate(struct query_edit *edit);

/* After a pair was written in place of this one: notes the separator that follows. */
void locus_query_edit_follow(struct query_edit *edit, const struct locus_piece *pair);

/* Writes a pair as it is. */
void locus_query_edit_keep(struct query_edit *edit, const struct locus_piece *pair);

/* Ends an edit: writes what follows the query and checks the result. Without a query
   there is no "?". Returns what locus_build() returns. */
int locus_query_edit_end(struct query_edit *edit, int has_query, size_t *len,
                         struct locus_report *report);

#endif
