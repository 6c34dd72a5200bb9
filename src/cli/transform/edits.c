/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/transform/edits.h"

#include <stdlib.h>
#include <string.h>

const struct word edit_formats[] = {
    { "url", FORMAT_URL, "default" },
    { "json", FORMAT_JSON, NULL },
    { NULL, 0, NULL }
};

const char *edit_read(struct edit *edit, const char *text, size_t len,
                      enum change_kind kind)
{
    struct assignment assignment;
    const char *wrong = NULL;

    *edit = (struct edit){ .kind = kind };
    if (kind == CHANGE_SET) {
        wrong = read_assignment(&assignment, text, len);
        edit->selector = assignment.selector;
        edit->value = assignment.value;
        edit->len = wrong ? 0 : (size_t)(text + len - assignment.value);
    } else if (kind == CHANGE_REMOVE) {
        wrong = read_removal(&edit->selector, text, len);
    }
    if (wrong)
        edit_free(edit);
    return wrong;
}

void edit_free(struct edit *edit)
{
    free(edit->encoded);
    free(edit->selector.key);
    edit->encoded = NULL;
    edit->selector.key = NULL;
}

bool edits_part(const struct edit *edit)
{
    return (edit->kind == CHANGE_SET || edit->kind == CHANGE_REMOVE)
        && !edit->selector.key;
}

int edit_encode(struct edit *edit, const struct locus_grammar *grammar, unsigned flags,
                struct locus_report *report)
{
    const int part = edit->selector.value;
    const size_t size = 3 * edit->len + 1;
    int result;

    if (!edits_part(edit) || !edit->selector.decoded)
        return 0;
    edit->encoded = mem_resize(NULL, size);
    result = locus_encode(edit->encoded, size, &edit->len, edit->value,
                          edit->len, grammar, part,
                          part == LOCUS_QUERY ? flags & LOCUS_PLUS_IS_SPACE : 0, report);
    edit->value = edit->encoded;
    edit->selector.decoded = false;
    report->part = part;
    return result;
}

void edit_apply(struct locus_parts *parts, const struct edit *edit)
{
    const enum locus_part part = (enum locus_part)edit->selector.value;

    if (edit->kind == CHANGE_REMOVE)
        locus_parts_remove(parts, part);
    else
        locus_parts_set(parts, part, edit->value, edit->len);
}
