/* SPDX-License-Identifier: MIT
 *
 * Makes the fields of a row from the variables of a format.
 */
#include "log/config/draft.h"

/* Whether the text after field i begins with `text`. */
static int is_before(const struct draft *draft, unsigned i, const char *text, unsigned len)
{
    const struct row_field *const next = &draft->row->field[i + 1];

    if (next->text_len < len)
        return 0;
    for (unsigned k = 0; k < len; k++)
        if (draft->row->texts[next->text + k] != text[k])
            return 0;
    return 1;
}

/* Whether the text after field i is `text`. */
static int is_just_before(const struct draft *draft, unsigned i, const char *text, unsigned len)
{
    return draft->row->field[i + 1].text_len == len && is_before(draft, i, text, len);
}

static unsigned field_of(const struct draft *draft, unsigned i)
{
    return draft->variable[i]->field;
}

/* ------------------------------------------------------------------------
 * Several variables that are one field
 * ------------------------------------------------------------------------ */

static const struct variable whole_request = { "", VARIABLE_REQUEST, LOCUS_LOG_REQUEST, 2, 0 };
static const struct variable whole_target = { "", VARIABLE_TEXT, LOCUS_LOG_TARGET, 1, 0 };

/* Joins variable i and the next one: the next one is removed, and variable i extends to its
   end in the format. */
static void join(struct draft *draft, unsigned i)
{
    struct row_field *const field = draft->row->field;

    field[i].len = field[i + 1].off + field[i + 1].len - field[i].off;
    draft->count--;
    for (unsigned k = i + 1; k <= draft->count; k++) {
        field[k] = field[k + 1];
        if (k < draft->count) {
            draft->variable[k] = draft->variable[k + 1];
            draft->escape[k] = draft->escape[k + 1];
        }
    }
}

/* A path and the query after it are one target. */
static void join_targets(struct draft *draft)
{
    for (unsigned i = 0; i + 1 < draft->count; i++)
        if (draft->variable[i]->kind == VARIABLE_TARGET_PART
            && field_of(draft, i) == LOCUS_LOG_TARGET)
            while (i + 1 < draft->count && is_just_before(draft, i, "", 0)
                   && draft->variable[i + 1]->kind == VARIABLE_TARGET_PART
                   && field_of(draft, i + 1) != LOCUS_LOG_TARGET) {
                join(draft, i);
                draft->variable[i] = &whole_target;
            }
}

/* "method target protocol" is one request. */
static void join_requests(struct draft *draft)
{
    for (unsigned i = 0; i + 2 < draft->count; i++)
        if (field_of(draft, i) == LOCUS_LOG_METHOD && is_just_before(draft, i, " ", 1)
            && field_of(draft, i + 1) == LOCUS_LOG_TARGET && is_just_before(draft, i + 1, " ", 1)
            && field_of(draft, i + 2) == LOCUS_LOG_PROTOCOL) {
            join(draft, i);
            join(draft, i);
            draft->variable[i] = &whole_request;
        }
}

/* Seconds, a dot and their fraction are one time. */
static void join_seconds(struct draft *draft)
{
    for (unsigned i = 0; i + 1 < draft->count; i++)
        if ((draft->variable[i]->kind == VARIABLE_EPOCH
             || draft->variable[i]->kind == VARIABLE_LOCAL_TIME)
            && is_just_before(draft, i, ".", 1)
            && draft->variable[i + 1]->kind == VARIABLE_FRACTION)
            join(draft, i);
}

/* So are a time and its offset. */
static void join_offset(struct draft *draft)
{
    for (unsigned i = 0; i + 1 < draft->count; i++)
        if (draft->variable[i]->kind == VARIABLE_LOCAL_TIME
            && (is_just_before(draft, i, " ", 1) || is_just_before(draft, i, "", 0))
            && draft->variable[i + 1]->kind == VARIABLE_OFFSET) {
            join(draft, i);
            draft->variable[i] = &locus_log_time_variables[OFFSET_TIME];
        }
}

/* ------------------------------------------------------------------------
 * Which variable gives a field
 * ------------------------------------------------------------------------ */

static void give(struct draft *draft)
{
    struct row_field *const fields = draft->row->field;

    for (unsigned i = 0; i < draft->count; i++)
        fields[i].field = fields[i].second = LOCUS_LOG_FIELD_LIMIT;
    for (int field = 0; field < LOCUS_LOG_FIELD_LIMIT; field++) {
        unsigned best = ROW_FIELDS;

        for (unsigned i = 0; i < draft->count; i++)
            if ((int)field_of(draft, i) == field
                && (best == ROW_FIELDS || draft->variable[i]->rank < draft->variable[best]->rank))
                best = i;
        if (best == ROW_FIELDS)
            continue;
        fields[best].field = (uint8_t)field;
        draft->row->format.fields |= UINT64_C(1) << field;
    }
}

/* The index of the variable that gives a field; ROW_FIELDS: none. */
static unsigned giver(const struct draft *draft, unsigned field)
{
    unsigned i = 0;

    while (i < draft->count && draft->row->field[i].field != field)
        i++;
    return i < draft->count ? i : ROW_FIELDS;
}

static void take_away(struct draft *draft, unsigned field)
{
    const unsigned i = giver(draft, field);

    if (i != ROW_FIELDS)
        draft->row->field[i].field = LOCUS_LOG_FIELD_LIMIT;
}

static void choose_fields(struct draft *draft)
{
    uint64_t *const fields = &draft->row->format.fields;
    unsigned i;

    give(draft);
    if (giver(draft, LOCUS_LOG_REQUEST) != ROW_FIELDS) {
        take_away(draft, LOCUS_LOG_METHOD);
        take_away(draft, LOCUS_LOG_TARGET);
        take_away(draft, LOCUS_LOG_PROTOCOL);
        *fields |= FIELD_BIT(METHOD) | FIELD_BIT(TARGET) | FIELD_BIT(PROTOCOL);
    }
    for (i = 0; i < draft->count; i++)
        if (draft->variable[i]->rank == RANK_FORWARDED && field_of(draft, i) == LOCUS_LOG_CLIENT
            && draft->row->field[i].field == LOCUS_LOG_FIELD_LIMIT
            && giver(draft, LOCUS_LOG_ROW_FORWARDED) == ROW_FIELDS) {
            draft->row->field[i].field = LOCUS_LOG_ROW_FORWARDED;
            *fields |= FIELD_BIT(ROW_FORWARDED);
        }
    i = giver(draft, LOCUS_LOG_DURATION);
    if (i != ROW_FIELDS)
        draft->row->format.duration_digits = draft->variable[i]->digits;
}

/* ------------------------------------------------------------------------
 * The entries of the machine
 * ------------------------------------------------------------------------ */

static enum row_entry text_entry(unsigned char escape, int is_last, char next)
{
    if (escape == '#')
        return is_last ? ROW_hash_end : next == '"' ? ROW_hash_quote
             : next == ' ' ? ROW_hash_space : ROW_hash_any;
    if (escape == 0 || next == '\\')
        return is_last ? ROW_plain_end : next == '"' ? ROW_plain_quote
             : next == ' ' ? ROW_plain_space : ROW_plain_any;
    return is_last ? ROW_slash_end : next == '"' ? ROW_slash_quote : next == ' ' ? ROW_slash_space
         : next == '\t' ? ROW_slash_tab : next == '|' ? ROW_slash_bar : ROW_slash_any;
}

/* The entry of a field that ends by itself; ROW_ENTRIES: it does not. */
static enum row_entry own_entry(enum variable_kind kind)
{
    switch (kind) {
    case VARIABLE_PORT:
    case VARIABLE_FRACTION:
    case VARIABLE_NUMBER: return ROW_number;
    case VARIABLE_SIGNED: return ROW_signed;
    case VARIABLE_DECIMAL: return ROW_decimal;
    case VARIABLE_STATUS: return ROW_status_code;
    case VARIABLE_CODE: return ROW_code;
    case VARIABLE_CLF:
    case VARIABLE_CLF_IN_BRACKETS: return ROW_time_clf;
    case VARIABLE_ISO: return ROW_time_iso;
    case VARIABLE_HAPROXY_TIME: return ROW_time_haproxy;
    case VARIABLE_LOCAL_TIME: return ROW_time_local;
    case VARIABLE_OFFSET_TIME: return ROW_time_offset;
    case VARIABLE_EPOCH: return ROW_time_epoch;
    default: return ROW_ENTRIES;
    }
}

/* The entry of a field that ends before a space; ROW_ENTRIES: it has none of its own. */
static enum row_entry space_entry(const struct draft *draft, unsigned i)
{
    const enum variable_kind kind = (enum variable_kind)draft->variable[i]->kind;
    const unsigned char escape = draft->escape[i];

    switch (kind) {
    case VARIABLE_REQUEST: return ROW_request_space;
    case VARIABLE_UPSTREAMS:
        return is_before(draft, i, " :", 2) ? ROW_address : ROW_upstreams;
    case VARIABLE_HOST: return escape == '#' ? ROW_ENTRIES : ROW_address;
    case VARIABLE_IDENT: return ROW_ident;
    case VARIABLE_USER: return draft->row->format.unescape == locus_log_unescape ? ROW_user
                             : ROW_ENTRIES;
    default: return ROW_ENTRIES;
    }
}

static void choose_entry(struct draft *draft, unsigned i)
{
    struct row_field *const field = &draft->row->field[i];
    const enum variable_kind kind = (enum variable_kind)draft->variable[i]->kind;
    const int is_last = i + 1 == draft->count && field[1].text_len == 0;
    const char next = field[1].text_len > 0 ? draft->row->texts[field[1].text] : '\0';
    enum row_entry entry = own_entry(kind);
    const int by_itself = entry != ROW_ENTRIES;

    if (entry == ROW_ENTRIES && next == ' ')
        entry = space_entry(draft, i);
    if (entry == ROW_ENTRIES)
        entry = text_entry(draft->escape[i], is_last, next);
    field->entry = (uint8_t)entry;
    field->last = is_last && !by_itself;
    field->error = (uint8_t)(field->field != LOCUS_LOG_FIELD_LIMIT ? field->field
                             : LOCUS_LOG_FIELD_LIMIT + 1 + i);
    if (field->field == LOCUS_LOG_FIELD_LIMIT)
        field->gives = ROW_NOTHING;
    else if (kind == VARIABLE_REQUEST)
        field->gives = ROW_REQUEST;
    else if (entry == ROW_user)
        field->gives = ROW_USER;
    else
        field->gives = draft->row->format.unescape == locus_log_unescape_json && !by_itself
                     ? ROW_SPAN_UNLESS_EMPTY : ROW_SPAN;
}

/* A user and a time in brackets are one field if a quotation mark follows. */
static void join_user(struct draft *draft, unsigned i)
{
    struct row_field *const field = &draft->row->field[i];

    if (draft->variable[i]->kind != VARIABLE_USER || field->entry != ROW_user
        || i + 1 == draft->count || field[1].entry != ROW_time_clf
        || !is_just_before(draft, i, " [", 2) || !is_before(draft, i + 1, "] \"", 3))
        return;
    field->entry = ROW_user_time;
    field->gives = ROW_USER_TIME;
    field->second = field[1].field;
    join(draft, i);
    field[1].text += 3;
    field[1].text_len -= 3;
}

/* A host and its port are one field. */
static void join_host(struct draft *draft, unsigned i)
{
    struct row_field *const field = &draft->row->field[i];

    if ((draft->variable[i]->kind != VARIABLE_HOST && field->field != LOCUS_LOG_VHOST)
        || i + 1 == draft->count || draft->variable[i + 1]->kind != VARIABLE_PORT
        || !is_just_before(draft, i, ":", 1)
        || !(is_before(draft, i + 1, " ", 1)
             || (i + 2 == draft->count && field[2].text_len == 0)))
        return;
    field->entry = draft->row->dialect == LOCUS_LOG_HAPROXY && i == 0 && field->text_len == 0
                 ? ROW_syslog_host_port : ROW_host_port;
    field->gives = ROW_HOST_PORT;
    field->second = field[1].field;
    join(draft, i);
}

/* Captured header fields that may be missing, between two spaces. */
static void choose_captures(struct draft *draft, unsigned i)
{
    struct row_field *const field = &draft->row->field[i];
    const char *const texts = draft->row->texts;

    if (draft->variable[i]->kind != VARIABLE_CAPTURES || field->text_len == 0
        || texts[field->text + field->text_len - 1] != ' ' || !is_before(draft, i, " ", 1))
        return;
    field->entry = ROW_captures;
    field->gives = field->gives == ROW_NOTHING ? ROW_NOTHING : ROW_SPAN_UNLESS_EMPTY;
    field->optional = 1;
}

/* ------------------------------------------------------------------------
 * Where two variables meet
 * ------------------------------------------------------------------------ */

/* Whether the end of each value of the kind is known from the value itself. */
static int is_fixed(enum variable_kind kind)
{
    switch (kind) {
    case VARIABLE_STATUS: case VARIABLE_CLF: case VARIABLE_ISO: case VARIABLE_HAPROXY_TIME:
    case VARIABLE_LOCAL_TIME: case VARIABLE_OFFSET_TIME:
        return 1;
    default:
        return 0;
    }
}

static void check_adjacent(struct draft *draft)
{
    const struct row_field *const field = draft->row->field;

    for (unsigned i = 0; i + 1 < draft->count && draft->failed == 0; i++) {
        const unsigned char *const begin = draft->text + field[i + 1].off;

        if (field[i + 1].text_len > 0 || is_fixed((enum variable_kind)draft->variable[i]->kind))
            continue;
        draft->error->other_offset = field[i].off;
        draft->error->other_len = field[i].len;
        locus_draft_fail(draft, LOCUS_LOG_ROW_ADJACENT, begin, begin + field[i + 1].len);
    }
}

/* Fails if a number would also read the first byte of the text after it: a digit, or, for a
   decimal number, a dot. */
static void check_digits(struct draft *draft)
{
    const struct row_field *const field = draft->row->field;

    for (unsigned i = 0; i < draft->count; i++) {
        const enum row_entry entry = own_entry((enum variable_kind)draft->variable[i]->kind);
        const int is_decimal = entry == ROW_decimal || entry == ROW_time_epoch
                            || entry == ROW_time_local;

        if ((entry == ROW_number || entry == ROW_signed || entry == ROW_code || is_decimal)
            && field[i + 1].text_len > 0
            && locus_log_number_takes((unsigned char)draft->row->texts[field[i + 1].text],
                                      is_decimal))
            locus_draft_fail(draft, LOCUS_LOG_ROW_DIGIT, draft->text + field[i].off,
                             draft->text + field[i].off + field[i].len);
    }
}

/* Whether all text of the format is white space, so that a blank line may fit. */
static int may_be_blank(const struct draft *draft)
{
    for (unsigned k = 0; k < draft->texts_len; k++)
        if (draft->row->texts[k] != ' ' && draft->row->texts[k] != '\t')
            return 0;
    return 1;
}

/* Adds the end of the line as a field, unless the last field ends there. */
static void add_end(struct draft *draft)
{
    struct row_field *const last = &draft->row->field[draft->count - 1];

    draft->row->count = (uint8_t)draft->count;
    if (last->last)
        return;
    last[1].entry = ROW_main;
    last[1].gives = ROW_NOTHING;
    last[1].last = 1;
    last[1].error = LOCUS_LOG_FIELD_LIMIT;
    draft->row->count++;
}

void locus_draft_finish(struct draft *draft)
{
    if (draft->count == 0)
        locus_draft_fail(draft, LOCUS_LOG_ROW_NO_VARIABLE, draft->text, draft->text);
    if (draft->failed != 0)
        return;
    join_targets(draft);
    join_requests(draft);
    join_seconds(draft);
    join_offset(draft);
    check_adjacent(draft);
    check_digits(draft);
    if (draft->failed != 0)
        return;
    choose_fields(draft);
    for (unsigned i = 0; i < draft->count; i++)
        choose_entry(draft, i);
    for (unsigned i = 0; i < draft->count; i++) {
        join_user(draft, i);
        join_host(draft, i);
        choose_captures(draft, i);
    }
    add_end(draft);
    draft->row->may_be_blank = (uint8_t)may_be_blank(draft);
}
