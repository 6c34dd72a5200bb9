/* SPDX-License-Identifier: MIT
 *
 * The variables and texts of a log format.
 */
#include "log/config/draft.h"

void locus_draft_fail(struct draft *draft, int reason, const unsigned char *begin,
                      const unsigned char *end)
{
    if (draft->failed != 0)
        return;
    draft->failed = LOCUS_ERROR_LOG_FORMAT;
    draft->error->reason = reason;
    draft->error->offset = (uint32_t)(begin - draft->text);
    draft->error->len = (uint32_t)(end - begin);
}

void locus_draft_text(struct draft *draft, unsigned char byte, const unsigned char *at)
{
    struct row *const row = draft->row;

    if (byte == '\n') {
        locus_draft_fail(draft, LOCUS_LOG_ROW_LINE_FEED, at, at + 1);
        return;
    }
    if (draft->texts_len == sizeof row->texts) {
        locus_draft_fail(draft, LOCUS_LOG_ROW_TOO_LONG, at, at + 1);
        return;
    }
    row->texts[draft->texts_len++] = (char)byte;
    row->field[draft->count].text_len++;
}

/* Whether two letters differ only in case. */
static int is_other_case(unsigned char a, unsigned char b)
{
    return (a ^ b) == 0x20 && (unsigned)(a | 0x20) - 'a' < 26;
}

/* Whether text[0..len) is known[0..len). */
static int is_same(const char *known, const char *text, size_t len, int folds)
{
    for (size_t k = 0; k < len; k++) {
        const unsigned char a = (unsigned char)known[k], b = (unsigned char)text[k];

        if (a != b && !(folds && is_other_case(a, b)))
            return 0;
    }
    return 1;
}

/* Whether name[0..len) is `known`, which may be a family: "http_*", "{*}i". Case does not count
   in the parameter of "{Referer}i", which is the name of a header field. */
static int is_variable(const char *known, const char *name, size_t len)
{
    const int folds = known[0] == '{';
    size_t before = 0, after = 0;

    while (known[before] && known[before] != '*')
        before++;
    if (!known[before])
        return len == before && is_same(known, name, len, folds);
    while (known[before + 1 + after])
        after++;
    return len > before + after && is_same(known, name, before, 0)
        && is_same(known + before + 1, name + len - after, after, 0);
}

const struct variable *locus_draft_find(const struct draft *draft, const unsigned char *name,
                                        const unsigned char *end)
{
    const struct variable *variable = locus_log_variables[draft->row->dialect];

    for (; variable->name; variable++)
        if (is_variable(variable->name, (const char *)name, (size_t)(end - name)))
            return variable;
    return NULL;
}

void locus_draft_variable(struct draft *draft, const struct variable *variable,
                          const unsigned char *begin, const unsigned char *end,
                          unsigned char escape)
{
    struct row *const row = draft->row;
    struct row_field *field;

    if (!variable)
        locus_draft_fail(draft, LOCUS_LOG_ROW_UNKNOWN, begin, end);
    else if (draft->count == LOCUS_LOG_VARIABLES)
        locus_draft_fail(draft, LOCUS_LOG_ROW_TOO_MANY, begin, end);
    if (draft->failed != 0)
        return;
    if (variable->kind == VARIABLE_CLF_IN_BRACKETS)
        locus_draft_text(draft, '[', begin);
    field = &row->field[draft->count];
    field->off = (uint32_t)(begin - draft->text);
    field->len = (uint32_t)(end - begin);
    draft->escape[draft->count] = escape;
    draft->variable[draft->count++] = variable;
    row->field[draft->count].text = (uint16_t)draft->texts_len;
    row->field[draft->count].text_len = 0;
    if (variable->kind == VARIABLE_CLF_IN_BRACKETS)
        locus_draft_text(draft, ']', begin);
}
