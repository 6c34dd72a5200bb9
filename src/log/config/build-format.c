/* SPDX-License-Identifier: MIT
 *
 * The variables and texts of a log format.
 */
#include "log/config/build-format.h"

void locus_builder_fail(struct builder *b, int reason, const unsigned char *begin,
                        const unsigned char *end)
{
    if (b->failed != 0)
        return;
    b->failed = LOCUS_ERROR_LOG_FORMAT;
    b->error->reason = reason;
    b->error->offset = (uint32_t)(begin - b->text);
    b->error->len = (uint32_t)(end - begin);
}

void locus_builder_text(struct builder *b, unsigned char byte, const unsigned char *at)
{
    struct row *const row = b->row;

    if (byte == '\n') {
        locus_builder_fail(b, LOCUS_LOG_ROW_LINE_FEED, at, at + 1);
        return;
    }
    if (b->texts_len == sizeof row->texts) {
        locus_builder_fail(b, LOCUS_LOG_ROW_TOO_LONG, at, at + 1);
        return;
    }
    row->texts[b->texts_len++] = (char)byte;
    row->field[b->count].text_len++;
}

/* Whether two letters differ only in case. */
static int is_other_case(unsigned char a, unsigned char b)
{
    return (a ^ b) == 0x20 && (unsigned)(a | 0x20) - 'a' < 26;
}

/* If `known` begins with text..end, returns the rest of `known`; if not, or if `known` is
   NULL, returns NULL. */
static const char *skip(const char *known, const unsigned char *text,
                        const unsigned char *end, int folds)
{
    for (; known && text < end; text++, known++)
        if (!*known || ((unsigned char)*known != *text
                        && !(folds && is_other_case((unsigned char)*known, *text))))
            return NULL;
    return known;
}

/* Whether `known` has this name. Case does not count in a parameter in braces, because that
   of "{Referer}i" is the name of a header field. */
static int has_name(const char *known, const struct name *name)
{
    const int folds = *known == '{';

    known = skip(known, name->begin, name->parameter ? name->parameter : name->end, 0);
    if (name->parameter) {
        known = known && *known == '*' ? known + 1
            : skip(known, name->parameter, name->parameter_end, folds);
        known = skip(known, name->parameter_end, name->end, 0);
    }
    return known && !*known;
}

const struct variable *locus_builder_find(const struct builder *b, const struct name *name)
{
    const struct variable *variable = locus_log_variables[b->row->dialect];

    for (; variable->name; variable++)
        if (has_name(variable->name, name))
            return variable;
    return NULL;
}

void locus_builder_variable(struct builder *b, const struct variable *variable,
                            const unsigned char *begin, const unsigned char *end,
                            unsigned char escape)
{
    struct row *const row = b->row;
    struct row_field *field;

    if (!variable)
        locus_builder_fail(b, LOCUS_LOG_ROW_UNKNOWN, begin, end);
    else if (b->count == LOCUS_LOG_VARIABLES)
        locus_builder_fail(b, LOCUS_LOG_ROW_TOO_MANY, begin, end);
    if (b->failed != 0)
        return;
    if (variable->kind == VARIABLE_CLF_IN_BRACKETS)
        locus_builder_text(b, '[', begin);
    field = &row->field[b->count];
    field->off = (uint32_t)(begin - b->text);
    field->len = (uint32_t)(end - begin);
    b->escape[b->count] = escape;
    b->variable[b->count++] = variable;
    row->field[b->count].text = (uint16_t)b->texts_len;
    row->field[b->count].text_len = 0;
    if (variable->kind == VARIABLE_CLF_IN_BRACKETS)
        locus_builder_text(b, ']', begin);
}
