/* SPDX-License-Identifier: MIT
 *
 * The beginning and the end of every edit of a query: writes what precedes and what follows
 * the pairs, and checks the result as locus_build() does. So an edit fails where
 * locus_replace() with the same query would.
 */
#include "query/query.h"

#include "common/report.h"
#include "grammars/support/grammar.h"
#include "http/http.h"

int locus_query_edit_begin(struct query_edit *edit, char *buf, size_t size,
                           const struct locus_url *url, const char *text,
                           unsigned flags, unsigned allowed)
{
    struct assembly *const a = &edit->assembly;

    if (flags & ~allowed)
        return LOCUS_ERROR_ARGUMENT;
    memset(edit, 0, sizeof *edit);
    edit->grammar = locus_url_grammar(url);
    if (!is_built_in(edit->grammar))
        return LOCUS_ERROR_GRAMMAR;
    edit->text = text;
    edit->query = locus_get(url, LOCUS_QUERY);
    edit->was_there = locus_has(url, LOCUS_QUERY);
    edit->separator = "&";
    locus_parts_of(&edit->parts, url, text);
    a->parts = &edit->parts;
    a->grammar = edit->grammar;
    a->decided = locus_is_decided(url);
    a->out.buf = buf;
    a->out.size = size;
    locus_assemble_to_query(a);
    edit->begin = a->out.len;
    LOCUS_PUT_LITERAL(&a->out, "?");
    return 0;
}

void locus_query_edit_separate(struct query_edit *edit)
{
    if (edit->count++ > 0)
        locus_put(&edit->assembly.out, edit->separator, 1);
}

void locus_query_edit_follow(struct query_edit *edit, const struct locus_piece *pair)
{
    const size_t end = (size_t)pair->text.off + pair->text.len;

    edit->separator = end < (size_t)edit->query.off + edit->query.len ? edit->text + end
                                                                      : "&";
}

void locus_query_edit_keep(struct query_edit *edit, const struct locus_piece *pair)
{
    locus_query_edit_separate(edit);
    locus_put(&edit->assembly.out, edit->text + pair->text.off, pair->text.len);
    locus_query_edit_follow(edit, pair);
}

int locus_query_edit_end(struct query_edit *edit, int has_query, size_t *len,
                         struct locus_report *report)
{
    struct assembly *const a = &edit->assembly;
    int result;

    if (has_query) {
        edit->parts.present |= BIT(LOCUS_QUERY);
        a->placed |= BIT(LOCUS_QUERY);
        a->at[LOCUS_QUERY].off = edit->begin + 1;
        a->at[LOCUS_QUERY].len = a->out.len - edit->begin - 1;
    } else {
        edit->parts.present &= ~BIT(LOCUS_QUERY);
        a->out.len = edit->begin;
    }
    locus_assemble_from_fragment(a);
    result = locus_finish(a, edit->grammar, len, report);
    /* The other parts were valid, so the error is that of a query that ends too early. */
    if (result < 0 && result > LOCUS_ERROR_TOO_LONG && report->part != LOCUS_QUERY) {
        report->part = LOCUS_QUERY;
        report->offset = a->at[LOCUS_QUERY].len;
    }
    return result;
}
