/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/transform/edits.h"

#include <string.h>

#include "cli/options/selector.h"

const struct word edit_formats[] = {
    { "url", FORMAT_URL, "default" },
    { "json", FORMAT_JSON, NULL },
    { NULL, 0, NULL }
};

const char *edit_read(struct edit *edit, const char *text, size_t len, bool remove)
{
    struct assignment assignment = { .part = -1 };

    memset(edit, 0, sizeof *edit);
    edit->remove = remove;
    if (remove)
        assignment.part = locus_part_from_name(text, len);
    else if (!read_assignment(&assignment, text, len))
        return "has no '='; write PART=VALUE";
    if (assignment.part < 0)
        return "names no part (scheme, user, password, host, port, path, query,"
            " fragment, or one of RFC 1738's)";
    edit->part = (enum locus_part)assignment.part;
    edit->decoded = assignment.decoded;
    edit->value = assignment.value;
    edit->len = remove ? 0 : (size_t)(text + len - assignment.value);
    return NULL;
}

int edit_encode(struct edit *edit, const struct locus_grammar *grammar,
                struct locus_report *report)
{
    const size_t size = 3 * edit->len + 1;
    int result;

    if (!edit->decoded)
        return 0;
    edit->encoded = mem_resize(NULL, size);
    result = locus_encode(edit->encoded, size, &edit->len, edit->value,
                          edit->len, grammar, (int)edit->part, 0, report);
    edit->value = edit->encoded;
    edit->decoded = false;
    report->part = (int32_t)edit->part;
    return result;
}

void edit_apply(struct locus_parts *parts, const struct edit *edit)
{
    if (edit->remove)
        locus_parts_remove(parts, edit->part);
    else
        locus_parts_set(parts, edit->part, edit->value, edit->len);
}
