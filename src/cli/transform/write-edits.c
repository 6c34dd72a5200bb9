/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/transform/edits.h"

#include <stdlib.h>
#include <string.h>

struct edit *edits_add(struct edits *edits)
{
    edits->edit = mem_resize(edits->edit, (edits->count + 1) * sizeof *edits->edit);
    return &edits->edit[edits->count++];
}

void edits_forget(struct edits *edits)
{
    for (size_t i = 0; i < edits->count; i++)
        edit_free(&edits->edit[i]);
    edits->count = 0;
}

void edits_free(struct edits *edits)
{
    edits_forget(edits);
    free(edits->edit);
    free(edits->internal.text[0].bytes);
    free(edits->internal.text[1].bytes);
    free(edits->internal.entries);
}

static int sort(struct edits *edits, char *buf, size_t size, size_t *len,
                const struct locus_url *url, const char *text,
                struct locus_report *report)
{
    const size_t count = locus_query_count(url, text, edits->flags);

    if (count > edits->internal.entry_count) {
        edits->internal.entries = mem_resize(edits->internal.entries,
                                             count * sizeof *edits->internal.entries);
        edits->internal.entry_count = count;
    }
    return locus_query_sort(buf, size, len, url, text, edits->internal.entries,
                            edits->internal.entry_count, edits->flags, report);
}

/* Applies an edit of the query. */
static int edit_query(struct edits *edits, const struct edit *edit, char *buf,
                      size_t size, size_t *len, const struct locus_url *url,
                      const char *text, struct locus_report *report)
{
    const struct selector *const s = &edit->selector;

    switch (edit->kind) {
    case CHANGE_SET:
        return locus_query_set(buf, size, len, url, text, s->key, s->key_len,
                               edit->value, edit->len,
                               edits->flags | (s->decoded ? 0u : LOCUS_KEEP), report);
    case CHANGE_REMOVE:
        return locus_query_remove(buf, size, len, url, text, s->key, s->key_len,
                                  edits->flags | (s->prefix ? LOCUS_QUERY_PREFIX : 0u),
                                  report);
    case CHANGE_DROP_EMPTY:
        return locus_query_drop_empty(buf, size, len, url, text,
                                      edits->flags & LOCUS_QUERY_SEMICOLON, report);
    default:
        return sort(edits, buf, size, len, url, text, report);
    }
}

/* Writes the next text: that of the parts, or of the last text after an edit. `to` is its
   buffer. */
static int next_text(struct edits *edits, int to, const struct edit *edit,
                     const struct locus_parts *parts, struct locus_report *report)
{
    const char *const from = edits->internal.text[!to].bytes;
    size_t *const size = &edits->internal.text[to].size;
    size_t *const len = &edits->internal.text[to].len;
    char **const bytes = &edits->internal.text[to].bytes;
    struct locus_url url;
    int result;

    if (edit)
        locus_parse(&url, from, edits->internal.text[!to].len, edits->grammar);
    for (*len = 0;;) {
        result = edit ? edit_query(edits, edit, *bytes, *size, len, &url, from, report)
                      : locus_build(*bytes, *size, len, parts, edits->grammar, report);
        if (result != LOCUS_ERROR_SPACE)
            return result;
        *size = 2 * *len;
        *bytes = mem_resize(*bytes, *size);
    }
}

int edits_write(struct edits *edits, char *buf, size_t size, size_t *len,
                struct locus_parts *parts, struct locus_report *report)
{
    size_t first = 0;             /* edits of the query before it are cancelled */
    int at = 0;                   /* the index of the last text */
    int result;

    *len = 0;
    for (size_t i = 0; i < edits->count; i++) {
        const struct edit *const edit = &edits->edit[i];

        if (!edits_part(edit))
            continue;
        edit_apply(parts, edit);
        if (edit->selector.value == LOCUS_QUERY)
            first = i + 1;
    }
    while (first < edits->count && edits_part(&edits->edit[first]))
        first++;
    if (first == edits->count)
        return locus_build(buf, size, len, parts, edits->grammar, report);
    result = next_text(edits, at, NULL, parts, report);
    for (size_t i = first; result == 0 && i < edits->count; i++)
        if (!edits_part(&edits->edit[i])) {
            at = !at;
            result = next_text(edits, at, &edits->edit[i], parts, report);
        }
    if (result != 0)
        return result;
    *len = edits->internal.text[at].len;
    if (*len > size)
        return LOCUS_ERROR_SPACE;
    if (*len > 0)
        memcpy(buf, edits->internal.text[at].bytes, *len);
    return 0;
}
