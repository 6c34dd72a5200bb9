/* SPDX-License-Identifier: MIT
 *
 * Removes pairs from a query: those of a name, or the empty ones.
 */
#include "query/query.h"

#include "common/report.h"

/* Which pairs to remove. */
struct removed {
    const char *key;               /* of this name, */
    size_t key_len;
    unsigned flags;
    int empty;                     /* or empty */
};

static int is_removed(const struct removed *removed, const char *text,
                      const struct locus_piece *pair)
{
    if (removed->empty)
        return pair->name.len + pair->value.len == 0;
    return locus_name_is(text, pair->name, removed->key, removed->key_len,
                         removed->flags);
}

static int remove_pairs(struct query_edit *edit, const struct removed *removed,
                        size_t *len, struct locus_report *report)
{
    struct locus_pieces pairs;
    struct locus_piece pair;
    size_t count = 0;

    locus_begin_pairs(&pairs, removed->flags, edit->query);
    for (; locus_pieces_next(&pair, &pairs, edit->text) == 1; count++)
        if (!is_removed(removed, edit->text, &pair))
            locus_query_edit_keep(edit, &pair);
    return locus_query_edit_end(edit, edit->was_there && (count == 0 || edit->count > 0),
                                len, report);
}

int locus_query_remove(char *buf, size_t size, size_t *len, const struct locus_url *url,
                       const char *text, const char *key, size_t key_len,
                       unsigned flags, struct locus_report *report)
{
    const struct removed removed = { .key = key, .key_len = key_len, .flags = flags };
    struct locus_report unwanted;
    struct query_edit edit;
    int result;

    report = locus_report_begin(report, &unwanted);
    *len = 0;
    result = locus_query_edit_begin(&edit, buf, size, url, text, flags,
                                    LOCUS_PLUS_IS_SPACE | LOCUS_QUERY_PREFIX
                                    | LOCUS_QUERY_SEMICOLON);
    return result != 0 ? result : remove_pairs(&edit, &removed, len, report);
}

int locus_query_drop_empty(char *buf, size_t size, size_t *len,
                           const struct locus_url *url, const char *text,
                           unsigned flags, struct locus_report *report)
{
    const struct removed removed = { .flags = flags, .empty = 1 };
    struct locus_report unwanted;
    struct query_edit edit;
    int result;

    report = locus_report_begin(report, &unwanted);
    *len = 0;
    result = locus_query_edit_begin(&edit, buf, size, url, text, flags,
                                    LOCUS_QUERY_SEMICOLON);
    return result != 0 ? result : remove_pairs(&edit, &removed, len, report);
}
