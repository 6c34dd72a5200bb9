/* SPDX-License-Identifier: MIT
 *
 * Sorts the pairs of a query by their decoded names. The sort is a heapsort, or an
 * insertion sort if there are few: in place, and n log n whatever the names are. It is
 * stable because pairs of the same name are ordered by their offsets.
 */
#include "query/query.h"

#include "common/report.h"

/* Up to this many entries are sorted by insertion. */
#define FEW 32

void locus_query_collect_key(struct query_collection *pairs,
                             struct locus_query_entry *entry, const char *text,
                             struct locus_span name, int is_coded, unsigned flags)
{
    char *const key = pairs->keys + pairs->used;

    entry->key = (struct locus_span){ pairs->used, name.len };
    if (is_coded)
        entry->key.len = (uint32_t)locus_decode_name(key, text, name, flags);
    else
        memcpy(key, text + name.off, name.len);
    entry->beginning = locus_beginning_of(pairs->keys, entry->key);
    pairs->used += entry->key.len;
}

/* Whether `a`, with the same first eight bytes, belongs before `b`. */
static int is_rest_before(const char *keys, const struct locus_query_entry *a,
                          const struct locus_query_entry *b)
{
    const unsigned char *const a_key = (const unsigned char *)keys + a->key.off;
    const unsigned char *const b_key = (const unsigned char *)keys + b->key.off;
    const uint32_t common = a->key.len < b->key.len ? a->key.len : b->key.len;

    for (uint32_t i = 8; i < common; i++)
        if (a_key[i] != b_key[i])
            return a_key[i] < b_key[i];
    if (a->key.len != b->key.len)
        return a->key.len < b->key.len;
    return a->pair.off < b->pair.off;
}

/* Whether `a` belongs before `b`. The decoded names of more than eight bytes are in
   `keys`. */
static inline int is_before(const char *keys, const struct locus_query_entry *a,
                            const struct locus_query_entry *b)
{
    if (a->beginning != b->beginning)
        return a->beginning < b->beginning;
    return is_rest_before(keys, a, b);
}

/* Moves the entry at `top` down into the heap entries[0..count), whose first entry is the
   last in the order. */
static void sift(const char *keys, struct locus_query_entry *entries, size_t top,
                 size_t count)
{
    const struct locus_query_entry moved = entries[top];

    for (;;) {
        size_t child = 2 * top + 1;

        if (child >= count)
            break;
        if (child + 1 < count && is_before(keys, &entries[child], &entries[child + 1]))
            child++;
        if (!is_before(keys, &moved, &entries[child]))
            break;
        entries[top] = entries[child];
        top = child;
    }
    entries[top] = moved;
}

/* Sorts few entries: about n^2 / 4 moves take less time than a heap, and entries that are
   in order need none. */
static void insert_each(const char *keys, struct locus_query_entry *entries, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct locus_query_entry inserted;
        size_t at = i;

        if (!is_before(keys, &entries[i], &entries[i - 1]))
            continue;
        inserted = entries[i];
        do {
            entries[at] = entries[at - 1];
            at--;
        } while (at > 0 && is_before(keys, &inserted, &entries[at - 1]));
        entries[at] = inserted;
    }
}

int locus_query_sort_collected(struct query_collection *pairs)
{
    const char *const keys = pairs->keys;
    struct locus_query_entry *const entries = pairs->entries;
    size_t count = pairs->count;

    if (pairs->too_few > 0)
        return 0;
    if (count <= FEW) {
        insert_each(keys, entries, count);
        return 1;
    }
    for (size_t top = count / 2; top-- > 0;)
        sift(keys, entries, top, count);
    while (count > 1) {
        const struct locus_query_entry last = entries[0];

        entries[0] = entries[--count];
        entries[count] = last;
        sift(keys, entries, 0, count);
    }
    return 1;
}

/* Writes the pairs, sorted. Their decoded names are together no longer than the query,
   and so fit where it will be written. Returns 0 if there are too few entries. */
static int sort_pairs(struct query_edit *edit, unsigned flags,
                      struct locus_query_entry *entries, size_t entry_count)
{
    struct locus_writer *const out = &edit->assembly.out;
    struct query_collection collected = {
        .keys = out->buf + out->len, .entries = entries, .entry_count = entry_count
    };
    struct locus_pieces pairs;
    struct locus_piece pair;

    locus_begin_pairs(&pairs, flags, edit->query);
    while (locus_pieces_next(&pair, &pairs, edit->text) == 1)
        locus_query_collect(&collected, edit->text, pair.text, pair.name, 1, flags);
    if (!locus_query_sort_collected(&collected))
        return 0;

    /* The separators stay where they are. */
    locus_begin_pairs(&pairs, flags, edit->query);
    for (size_t i = 0; i < collected.count; i++) {
        locus_query_edit_separate(edit);
        locus_put(out, edit->text + entries[i].pair.off, entries[i].pair.len);
        if (flags & LOCUS_QUERY_SEMICOLON) {
            locus_pieces_next(&pair, &pairs, edit->text);
            locus_query_edit_follow(edit, &pair);
        }
    }
    return 1;
}

int locus_query_sort(char *buf, size_t size, size_t *len, const struct locus_url *url,
                     const char *text, struct locus_query_entry *entries,
                     size_t entry_count, unsigned flags, struct locus_report *report)
{
    struct locus_report unwanted;
    struct query_edit edit;
    int result;

    report = locus_report_begin(report, &unwanted);
    *len = 0;
    result = locus_query_edit_begin(&edit, buf, size, url, text, flags,
                                    LOCUS_PLUS_IS_SPACE | LOCUS_QUERY_SEMICOLON);
    if (result != 0)
        return result;
    if (edit.query.len == 0) {
        /* There is nothing to sort. */
    } else if (edit.assembly.out.len + edit.query.len > size) {
        locus_put(&edit.assembly.out, text + edit.query.off, edit.query.len);
    } else if (!sort_pairs(&edit, flags, entries, entry_count)) {
        return LOCUS_ERROR_ARGUMENT;
    }
    return locus_query_edit_end(&edit, edit.was_there, len, report);
}
