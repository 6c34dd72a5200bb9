/* SPDX-License-Identifier: MIT
 *
 * Makes the fields of a row from the variables of a format.
 */
#include "log/config/build-format.h"

/* Whether the text after field i begins with `text`. */
static int is_before(const struct builder *b, unsigned i, const char *text, unsigned len)
{
    const struct row_field *const next = &b->row->field[i + 1];

    if (next->text_len < len)
        return 0;
    for (unsigned k = 0; k < len; k++)
        if (b->row->texts[next->text + k] != text[k])
            return 0;
    return 1;
}

/* Whether the text after field i is `text`. */
static int is_just_before(const struct builder *b, unsigned i, const char *text, unsigned len)
{
    return b->row->field[i + 1].text_len == len && is_before(b, i, text, len);
}

static unsigned field_of(const struct builder *b, unsigned i)
{
    return b->variable[i]->field;
}

/* Several variables that are one field */

static const struct variable whole_request = { "", VARIABLE_REQUEST, LOCUS_LOG_REQUEST, 2, 0 };
static const struct variable whole_target = { "", VARIABLE_TEXT, LOCUS_LOG_TARGET, 1, 0 };

/* Joins variable i and the next one: the next one is removed, and variable i extends to its
   end in the format. */
static void join(struct builder *b, unsigned i)
{
    struct row_field *const field = b->row->field;

    field[i].len = field[i + 1].off + field[i + 1].len - field[i].off;
    b->count--;
    for (unsigned k = i + 1; k <= b->count; k++) {
        field[k] = field[k + 1];
        if (k < b->count) {
            b->variable[k] = b->variable[k + 1];
            b->escape[k] = b->escape[k + 1];
        }
    }
}

/* Whether the values of variable i and of the next one have the same escapes. */
static int is_alike(const struct builder *b, unsigned i)
{
    return b->escape[i] == b->escape[i + 1];
}

/* A path and the query after it are one target. */
static void join_targets(struct builder *b)
{
    for (unsigned i = 0; i + 1 < b->count; i++)
        if (b->variable[i]->kind == VARIABLE_TARGET_PART
            && field_of(b, i) == LOCUS_LOG_TARGET)
            while (i + 1 < b->count && is_just_before(b, i, "", 0) && is_alike(b, i)
                   && b->variable[i + 1]->kind == VARIABLE_TARGET_PART
                   && field_of(b, i + 1) != LOCUS_LOG_TARGET) {
                join(b, i);
                b->variable[i] = &whole_target;
            }
}

/* "method target protocol" is one request. */
static void join_requests(struct builder *b)
{
    for (unsigned i = 0; i + 2 < b->count; i++)
        if (field_of(b, i) == LOCUS_LOG_METHOD && is_just_before(b, i, " ", 1)
            && field_of(b, i + 1) == LOCUS_LOG_TARGET && is_just_before(b, i + 1, " ", 1)
            && field_of(b, i + 2) == LOCUS_LOG_PROTOCOL && is_alike(b, i)
            && is_alike(b, i + 1)) {
            join(b, i);
            join(b, i);
            b->variable[i] = &whole_request;
        }
}

/* Seconds, a dot and their fraction are one time. */
static void join_seconds(struct builder *b)
{
    for (unsigned i = 0; i + 1 < b->count; i++)
        if ((b->variable[i]->kind == VARIABLE_EPOCH
             || b->variable[i]->kind == VARIABLE_LOCAL_TIME)
            && is_just_before(b, i, ".", 1)
            && b->variable[i + 1]->kind == VARIABLE_FRACTION)
            join(b, i);
}

/* So are a time and its offset. */
static void join_offset(struct builder *b)
{
    for (unsigned i = 0; i + 1 < b->count; i++)
        if (b->variable[i]->kind == VARIABLE_LOCAL_TIME
            && (is_just_before(b, i, " ", 1) || is_just_before(b, i, "", 0))
            && b->variable[i + 1]->kind == VARIABLE_OFFSET) {
            join(b, i);
            b->variable[i] = &locus_log_time_variables[OFFSET_TIME];
        }
}

/* Which variable gives a field */

static void give(struct builder *b)
{
    struct row_field *const fields = b->row->field;

    for (unsigned i = 0; i < b->count; i++)
        fields[i].field = fields[i].second = LOCUS_LOG_FIELD_LIMIT;
    for (int field = 0; field < LOCUS_LOG_FIELD_LIMIT; field++) {
        unsigned best = ROW_FIELDS;

        for (unsigned i = 0; i < b->count; i++)
            if ((int)field_of(b, i) == field
                && (best == ROW_FIELDS || b->variable[i]->rank < b->variable[best]->rank))
                best = i;
        if (best == ROW_FIELDS)
            continue;
        fields[best].field = (uint8_t)field;
        b->row->format.fields |= UINT64_C(1) << field;
    }
}

/* The index of the variable that gives a field; ROW_FIELDS: none. */
static unsigned giver(const struct builder *b, unsigned field)
{
    unsigned i = 0;

    while (i < b->count && b->row->field[i].field != field)
        i++;
    return i < b->count ? i : ROW_FIELDS;
}

static void take_away(struct builder *b, unsigned field)
{
    const unsigned i = giver(b, field);

    if (i != ROW_FIELDS)
        b->row->field[i].field = LOCUS_LOG_FIELD_LIMIT;
}

static void choose_fields(struct builder *b)
{
    uint64_t *const fields = &b->row->format.fields;
    unsigned i;

    give(b);
    if (giver(b, LOCUS_LOG_REQUEST) != ROW_FIELDS) {
        take_away(b, LOCUS_LOG_METHOD);
        take_away(b, LOCUS_LOG_TARGET);
        take_away(b, LOCUS_LOG_PROTOCOL);
        *fields |= FIELD_BIT(METHOD) | FIELD_BIT(TARGET) | FIELD_BIT(PROTOCOL);
    }
    for (i = 0; i < b->count; i++)
        if (b->variable[i]->rank == RANK_FORWARDED && field_of(b, i) == LOCUS_LOG_CLIENT
            && b->row->field[i].field == LOCUS_LOG_FIELD_LIMIT
            && giver(b, LOCUS_LOG_ROW_FORWARDED) == ROW_FIELDS) {
            b->row->field[i].field = LOCUS_LOG_ROW_FORWARDED;
            *fields |= FIELD_BIT(ROW_FORWARDED);
        }
    i = giver(b, LOCUS_LOG_DURATION);
    if (i != ROW_FIELDS)
        b->row->format.duration_digits = b->variable[i]->digits;
}

/* The entries of the machine */

static enum row_entry text_entry(unsigned char escape, int is_last, char next)
{
    if (escape == BOTH_ESCAPES && next != '\\')
        return is_last ? ROW_both_end : next == '"' ? ROW_both_quote
             : next == ' ' ? ROW_both_space : ROW_both_any;
    if (escape == '#' || escape == BOTH_ESCAPES)
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
static enum row_entry space_entry(const struct builder *b, unsigned i)
{
    const enum variable_kind kind = (enum variable_kind)b->variable[i]->kind;

    switch (kind) {
    case VARIABLE_REQUEST: return ROW_request_space;
    case VARIABLE_UPSTREAMS:
        return is_before(b, i, " :", 2) ? ROW_address : ROW_upstreams;
    case VARIABLE_HOST:
        return b->row->dialect == LOCUS_LOG_HAPROXY ? ROW_ENTRIES : ROW_address;
    case VARIABLE_IDENT: return ROW_ident;
    case VARIABLE_USER: return b->row->format.unescape == locus_log_unescape ? ROW_user
                             : ROW_ENTRIES;
    default: return ROW_ENTRIES;
    }
}

/* The escapes of HAProxy's flag E. */
static void choose_escapes(struct builder *b, unsigned i)
{
    const uint64_t request = FIELD_BIT(REQUEST) | FIELD_BIT(METHOD) | FIELD_BIT(TARGET)
                           | FIELD_BIT(PROTOCOL);
    struct locus_log_format *const format = &b->row->format;
    struct row_field *const field = &b->row->field[i];
    const int has_flag = b->escape[i] == '\\' || b->escape[i] == BOTH_ESCAPES;

    if (b->row->dialect != LOCUS_LOG_HAPROXY || !has_flag
        || field->field == LOCUS_LOG_FIELD_LIMIT)
        return;
    field->both = b->escape[i] == BOTH_ESCAPES;
    format->other[field->both].fields |= b->variable[i]->kind == VARIABLE_REQUEST
                                       ? request : UINT64_C(1) << field->field;
    format->other[0].unescape = locus_log_unescape_slash;
    format->other[1].unescape = locus_log_unescape_encoded;
}

static void choose_entry(struct builder *b, unsigned i)
{
    struct row_field *const field = &b->row->field[i];
    const enum variable_kind kind = (enum variable_kind)b->variable[i]->kind;
    const int is_last = i + 1 == b->count && field[1].text_len == 0;
    const char next = field[1].text_len > 0 ? b->row->texts[field[1].text] : '\0';
    enum row_entry entry = own_entry(kind);
    const int by_itself = entry != ROW_ENTRIES;

    if (entry == ROW_ENTRIES && next == ' ')
        entry = space_entry(b, i);
    if (entry == ROW_ENTRIES)
        entry = text_entry(b->escape[i], is_last, next);
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
        field->gives = b->row->format.unescape == locus_log_unescape_json && !by_itself
                     ? ROW_SPAN_UNLESS_EMPTY : ROW_SPAN;
}

/* A user and a time in brackets are one field if a quotation mark follows. */
static void join_user(struct builder *b, unsigned i)
{
    struct row_field *const field = &b->row->field[i];

    if (b->variable[i]->kind != VARIABLE_USER || field->entry != ROW_user
        || i + 1 == b->count || field[1].entry != ROW_time_clf
        || !is_just_before(b, i, " [", 2) || !is_before(b, i + 1, "] \"", 3))
        return;
    field->entry = ROW_user_time;
    field->gives = ROW_USER_TIME;
    field->second = field[1].field;
    join(b, i);
    field[1].text += 3;
    field[1].text_len -= 3;
}

/* A host and its port are one field. */
static void join_host(struct builder *b, unsigned i)
{
    struct row_field *const field = &b->row->field[i];

    if ((b->variable[i]->kind != VARIABLE_HOST && field->field != LOCUS_LOG_VHOST)
        || i + 1 == b->count || b->variable[i + 1]->kind != VARIABLE_PORT
        || !is_just_before(b, i, ":", 1)
        || !(is_before(b, i + 1, " ", 1)
             || (i + 2 == b->count && field[2].text_len == 0)))
        return;
    field->entry = b->row->dialect == LOCUS_LOG_HAPROXY && i == 0 && field->text_len == 0
                 ? ROW_syslog_host_port : ROW_host_port;
    field->gives = ROW_HOST_PORT;
    field->second = field[1].field;
    join(b, i);
}

/* Captured header fields that may be missing, between two spaces. */
static void choose_captures(struct builder *b, unsigned i)
{
    struct row_field *const field = &b->row->field[i];
    const char *const texts = b->row->texts;

    if (b->variable[i]->kind != VARIABLE_CAPTURES || field->text_len == 0
        || texts[field->text + field->text_len - 1] != ' ' || !is_before(b, i, " ", 1))
        return;
    field->entry = ROW_captures;
    field->gives = field->gives == ROW_NOTHING ? ROW_NOTHING : ROW_SPAN_UNLESS_EMPTY;
    field->optional = 1;
}

/* Where two variables meet */

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

static void check_adjacent(struct builder *b)
{
    const struct row_field *const field = b->row->field;

    for (unsigned i = 0; i + 1 < b->count && b->failed == 0; i++) {
        const unsigned char *const begin = b->text + field[i + 1].off;

        if (field[i + 1].text_len > 0 || is_fixed((enum variable_kind)b->variable[i]->kind))
            continue;
        b->error->other_offset = field[i].off;
        b->error->other_len = field[i].len;
        locus_builder_fail(b, LOCUS_LOG_ROW_ADJACENT, begin, begin + field[i + 1].len);
    }
}

/* Fails if a number would also read the first byte of the text after it: a digit, or, for a
   decimal number, a dot. */
static void check_digits(struct builder *b)
{
    const struct row_field *const field = b->row->field;

    for (unsigned i = 0; i < b->count; i++) {
        const enum row_entry entry = own_entry((enum variable_kind)b->variable[i]->kind);
        const int is_decimal = entry == ROW_decimal || entry == ROW_time_epoch
                            || entry == ROW_time_local;

        if ((entry == ROW_number || entry == ROW_signed || entry == ROW_code || is_decimal)
            && field[i + 1].text_len > 0
            && locus_log_number_takes((unsigned char)b->row->texts[field[i + 1].text],
                                      is_decimal))
            locus_builder_fail(b, LOCUS_LOG_ROW_DIGIT, b->text + field[i].off,
                               b->text + field[i].off + field[i].len);
    }
}

/* Whether all text of the format is white space, so that a blank line may fit. */
static int may_be_blank(const struct builder *b)
{
    for (unsigned k = 0; k < b->texts_len; k++)
        if (b->row->texts[k] != ' ' && b->row->texts[k] != '\t')
            return 0;
    return 1;
}

/* Adds the end of the line as a field, unless the last field ends there. */
static void add_end(struct builder *b)
{
    struct row_field *const last = &b->row->field[b->count - 1];

    b->row->count = (uint8_t)b->count;
    if (last->last)
        return;
    last[1].entry = ROW_main;
    last[1].gives = ROW_NOTHING;
    last[1].last = 1;
    last[1].error = LOCUS_LOG_FIELD_LIMIT;
    b->row->count++;
}

void locus_builder_finish(struct builder *b)
{
    if (b->count == 0)
        locus_builder_fail(b, LOCUS_LOG_ROW_NO_VARIABLE, b->text, b->text);
    if (b->failed != 0)
        return;
    join_targets(b);
    join_requests(b);
    join_seconds(b);
    join_offset(b);
    check_adjacent(b);
    check_digits(b);
    if (b->failed != 0)
        return;
    choose_fields(b);
    for (unsigned i = 0; i < b->count; i++) {
        choose_escapes(b, i);
        choose_entry(b, i);
    }
    for (unsigned i = 0; i < b->count; i++) {
        join_user(b, i);
        join_host(b, i);
        choose_captures(b, i);
    }
    add_end(b);
    b->row->may_be_blank = (uint8_t)may_be_blank(b);
}
