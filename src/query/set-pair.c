/* SPDX-License-Identifier: MIT
 *
 * Sets the value of a pair. Other pairs of that name are removed.
 */
#include "query/query.h"

#include "coding/coding.h"
#include "common/bytes.h"
#include "common/report.h"

/* What to write. */
struct setting {
    const char *key;
    size_t key_len;
    const char *value;
    size_t value_len;
    unsigned flags;
};

static int put_encoded(struct query_edit *edit, const char *text, size_t len,
                       unsigned flags, struct locus_report *report)
{
    const int result = locus_encode_to(&edit->assembly.out, text, len, edit->grammar,
                                       LOCUS_QUERY_ITEM, flags, &report->offset);

    report->part = result != 0 ? LOCUS_QUERY : -1;
    return result;
}

static int put_value(struct query_edit *edit, const struct setting *set,
                     struct locus_report *report)
{
    LOCUS_PUT_LITERAL(&edit->assembly.out, "=");
    if (!(set->flags & LOCUS_QUERY_ENCODED))
        return put_encoded(edit, set->value, set->value_len,
                           set->flags & (LOCUS_KEEP | LOCUS_PLUS_IS_SPACE), report);
    locus_put(&edit->assembly.out, bytes_of(set->value, set->value_len),
              set->value_len);
    return 0;
}

static int add_pair(struct query_edit *edit, const struct setting *set,
                    struct locus_report *report)
{
    int result;

    locus_query_edit_separate(edit);
    result = put_encoded(edit, set->key, set->key_len, set->flags & LOCUS_PLUS_IS_SPACE,
                         report);
    return result != 0 ? result : put_value(edit, set, report);
}

static int set_pair(struct query_edit *edit, const struct setting *set, size_t *len,
                    struct locus_report *report)
{
    struct locus_pieces pairs;
    struct locus_piece pair;
    int is_set = 0;
    int result = 0;

    locus_begin_pairs(&pairs, set->flags, edit->query);
    while (result == 0 && locus_pieces_next(&pair, &pairs, edit->text) == 1) {
        if (!locus_name_is(edit->text, pair.name, set->key, set->key_len, set->flags)) {
            locus_query_edit_keep(edit, &pair);
        } else if (!is_set) {
            is_set = 1;
            locus_query_edit_separate(edit);
            locus_put(&edit->assembly.out, edit->text + pair.name.off, pair.name.len);
            result = put_value(edit, set, report);
            locus_query_edit_follow(edit, &pair);
        }
    }
    if (!is_set)
        result = add_pair(edit, set, report);
    return result != 0 ? result : locus_query_edit_end(edit, 1, len, report);
}

int locus_query_set(char *buf, size_t size, size_t *len, const struct locus_url *url,
                    const char *text, const char *key, size_t key_len,
                    const char *value, size_t value_len, unsigned flags,
                    struct locus_report *report)
{
    const struct setting set = { key, key_len, value, value_len, flags };
    struct locus_report unwanted;
    struct query_edit edit;
    int result;

    report = locus_report_begin(report, &unwanted);
    *len = 0;
    result = locus_query_edit_begin(&edit, buf, size, url, text, flags,
                                    LOCUS_KEEP | LOCUS_PLUS_IS_SPACE
                                    | LOCUS_QUERY_ENCODED | LOCUS_QUERY_SEMICOLON);
    if (result != 0)
        return result;
    if (flags & LOCUS_QUERY_ENCODED && flags & LOCUS_KEEP)
        return LOCUS_ERROR_ARGUMENT;
    if (key_len > LOCUS_MAX_LENGTH || value_len > LOCUS_MAX_LENGTH)
        return LOCUS_ERROR_TOO_LONG;
    if (flags & LOCUS_QUERY_ENCODED
        && locus_value_end(value, value_len, flags) < value_len) {
        report->part = LOCUS_QUERY;
        return LOCUS_ERROR_MISREAD;
    }
    return set_pair(&edit, &set, len, report);
}
