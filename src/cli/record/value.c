/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/record/value.h"

#include <stdio.h>
#include <string.h>

#include "cli/output/output.h"
#include "cli/record/view.h"
#include "cli/values/address.h"
#include "cli/views/decoded.h"

/* Parts of URLs */

/* The segments that are selected, counted from 0. Returns false if there are none. */
static bool choose_segments(const struct selector *selector, long count, long *from, long *to)
{
    *from = selector->from < 0 ? selector->from + count : selector->from;
    *to = *from + 1;
    if (selector->slice) {
        *to = selector->to < 0 ? selector->to + count : selector->to;
        *from = *from < 0 ? 0 : *from;
        *to = *to > count ? count : *to;
    }
    return *from >= 0 && *from < *to && *from < count;
}

/* Segments of a path: one by itself, several with the slashes before and between them. */
static bool segments_span(struct locus_span *span, const struct selector *selector,
                          const char *text)
{
    struct locus_pieces pieces;
    struct locus_piece piece;
    struct locus_span found = { 0, 0 };
    long count = 0, from, to;

    locus_pieces_begin(&pieces, LOCUS_PIECE_SEGMENT, *span);
    while (locus_pieces_next(&piece, &pieces, text) == 1)
        count++;
    if (!choose_segments(selector, count, &from, &to))
        return false;
    locus_pieces_begin(&pieces, LOCUS_PIECE_SEGMENT, *span);
    for (long i = 0; i < to && locus_pieces_next(&piece, &pieces, text) == 1; i++) {
        if (i == from)
            found.off = piece.text.off - (selector->slice && piece.text.off > span->off);
        found.len = piece.text.off + piece.text.len - found.off;
    }
    *span = found;
    return true;
}

bool selected_span(struct locus_span *span, const struct selector *selector, int part,
                   const struct locus_url *url, const char *text)
{
    struct locus_pieces pairs;
    struct locus_piece pair;

    *span = locus_get(url, (enum locus_part)part);
    if (__builtin_expect(selector->indexed, 0))
        return locus_has(url, (enum locus_part)part) && segments_span(span, selector, text);
    if (!selector->key)              /* also if it names each of the parameters */
        return locus_has(url, (enum locus_part)part);
    locus_pieces_begin(&pairs, LOCUS_PIECE_AMP_PAIR, *span);
    *span = (struct locus_span){ 0, 0 };
    if (locus_query_find(&pair, &pairs, text, selector->key, selector->key_len, 0) != 1)
        return false;
    *span = pair.value;
    return true;
}

/* Puts the URL into normal form, and parses that. A URL that is not valid has none: it
   stays as it is. */
static void normalize(struct value_text *value, struct locus_url *url, struct scratch *scratch)
{
    /* The normal form is at most 32 bytes longer. */
    const size_t size = value->len + 32;
    char *const buf = scratch_for(scratch, SCRATCH_NORMAL, size);
    size_t len;

    if (locus_normalize(buf, size, &len, url, value->at, LOCUS_STEPS) != 0)
        return;
    locus_parse(url, buf, len, locus_url_grammar(url));
    value->at = buf;
    value->len = len;
}

/* A part of a URL, or all of it for LOCUS_PART_COUNT. */
static bool part_of(struct value_text *value, const struct selector *selector, int part,
                    const struct locus_url *url, struct scratch *scratch)
{
    struct locus_url normal;
    struct locus_span span;

    if (selector->views & 1u << VIEW_NORMAL) {
        normal = *url;
        url = &normal;
        normalize(value, &normal, scratch);
    }
    if (part == LOCUS_PART_COUNT)
        return true;
    if (!selected_span(&span, selector, part, url, value->at))
        return false;
    value->at += span.off;
    value->len = span.len;
    return true;
}

/* Fields of logs */

static bool field_of(struct value_text *value, int field, const struct record *record)
{
    const struct log_entry *const log = record->log;
    const struct locus_log_line *const line = log->line;
    size_t size;
    char *buf;

    if (field < 0 || !locus_log_has(line, field))
        return false;
    value->at = log->text + line->field[field].off;
    value->len = line->field[field].len;
    if (!(line->escaped >> field & 1) && field != LOCUS_LOG_TIME
        && field != LOCUS_LOG_DURATION)
        return true;
    size = value->len + SHORT_VALUE;
    buf = scratch_for(record->scratch, SCRATCH_FIELD, size);
    if (locus_log_value(buf, size, &value->len, line, log->text, field) == 0)
        value->at = buf;
    return true;
}

/* A part of the URL in a field, or all of it. */
static bool url_of(struct value_text *value, const struct selector *selector, int field,
                   const struct record *record)
{
    const struct log_grammars *const grammars = record->log->grammars;
    const struct locus_log_line *const line = record->log->line;
    const bool is_target = field == LOCUS_LOG_TARGET;
    struct locus_url url;

    locus_parse(&url, value->at, value->len, grammars->of[is_target ? OF_TARGET : OF_REFERER]);
    if (is_target && grammars->are_targets && locus_log_has(line, LOCUS_LOG_METHOD))
        locus_apply_method(&url, value->at,
                           record->log->text + line->field[LOCUS_LOG_METHOD].off,
                           line->field[LOCUS_LOG_METHOD].len);
    return part_of(value, selector, selector->part, &url, record->scratch);
}

/* A field that is a host, in normal form. */
static bool host_of(struct value_text *value, const struct selector *selector,
                    struct scratch *scratch)
{
    char *const buf = scratch_for(scratch, SCRATCH_HOST, HOST_SIZE(value->len));
    struct locus_url url;

    if (!host_parse(&url, buf, value->at, value->len))
        return true;              /* it has no normal form */
    value->at = buf;
    value->len = url.part[LOCUS_HOST].off + url.part[LOCUS_HOST].len;
    return part_of(value, selector, LOCUS_HOST, &url, scratch);
}

/* Other values */

static bool name_is(struct value_text *value, const char *name)
{
    value->at = name;
    value->len = name ? strlen(name) : 0;
    return name != NULL;
}

static bool number_is(struct value_text *value, uint64_t number, struct scratch *scratch)
{
    char *const buf = scratch_for(scratch, SCRATCH_FIELD, SHORT_VALUE);

    value->len = decimal_digits(buf, number);
    value->at = buf + DECIMAL_SIZE - value->len;
    return true;
}

static void begin_keys(struct value_keys *keys, const struct value_text *query)
{
    keys->text = query->at;
    locus_pieces_begin(&keys->pairs, LOCUS_PIECE_AMP_PAIR,
                       (struct locus_span){ 0, (uint32_t)query->len });
}

/* The key of the next parameter. An empty one, as in "a&&b", is skipped. */
static bool next_key(struct value_keys *keys, struct value_text *key)
{
    struct locus_piece pair;

    do {
        if (locus_pieces_next(&pair, &keys->pairs, keys->text) != 1)
            return false;
    } while (pair.text.len == 0);
    key->at = keys->text + pair.name.off;
    key->len = pair.name.len;
    return true;
}

/* The keys of a query, with commas between them. */
static bool join_keys(struct value_text *value, struct scratch *scratch)
{
    char *const buf = scratch_for(scratch, SCRATCH_LIST, value->len);
    struct value_keys keys;
    struct value_text key;
    char *to = buf;
    bool found = false;

    for (begin_keys(&keys, value); next_key(&keys, &key); found = true) {
        if (found)
            *to++ = ',';
        memcpy(to, key.at, key.len);
        to += key.len;
    }
    value->at = buf;
    value->len = (size_t)(to - buf);
    return found;
}

static bool next_finding(uint64_t *findings, struct value_text *name)
{
    if (*findings == 0)
        return false;
    name->at = locus_finding_name((enum locus_finding)__builtin_ctzll(*findings));
    name->len = strlen(name->at);
    *findings &= *findings - 1;
    return true;
}

/* The names of findings, with commas between them. */
static bool findings_are(struct value_text *value, uint64_t findings, struct scratch *scratch)
{
    enum { SIZE = 2048 };         /* more than all names together */
    char *const buf = scratch_for(scratch, SCRATCH_FIELD, SIZE);
    size_t len = 0;

    for (int f = 0; f < LOCUS_FINDING_COUNT; f++)
        if (findings >> f & 1)
            len += (size_t)snprintf(buf + len, SIZE - len, "%s%s", len ? "," : "",
                                    locus_finding_name((enum locus_finding)f));
    value->at = buf;
    value->len = len;
    return len > 0;
}

/* The value of the first parameter that the key of the row names. */
static bool parameter_of(struct value_text *value, const struct record *record)
{
    struct locus_pieces pairs;
    struct locus_piece pair;

    if (!record->key || !locus_has(&record->url, LOCUS_QUERY))
        return false;
    locus_pieces_begin(&pairs, LOCUS_PIECE_AMP_PAIR, locus_get(&record->url, LOCUS_QUERY));
    if (locus_query_find(&pair, &pairs, record->text, record->key, record->key_len, 0) != 1)
        return false;
    value->at = record->text + pair.value.off;
    value->len = pair.value.len;
    return true;
}

/* The port that applies. */
static bool port_of(struct value_text *value, const struct record *record)
{
    const int port = record->url.error == 0
                     ? locus_port_with(&record->url, record->text, record->own) : -1;

    return port >= 0 && number_is(value, (uint64_t)port, record->scratch);
}

static bool other_value(struct value_text *value, int which, const struct record *record)
{
    const struct locus_url *const url = &record->url;

    switch (which) {
    case VALUE_FILE:
        return name_is(value, record->file);
    case VALUE_LINE:
        return number_is(value, record->line, record->scratch);
    case VALUE_OFFSET:
        return record->found && number_is(value, record->offset, record->scratch);
    case VALUE_GRAMMAR:
        return name_is(value, locus_grammar_name(locus_url_grammar(url)));
    case VALUE_FORM:
        return url->form != LOCUS_FORM_NONE
            && name_is(value, locus_form_name((enum locus_form)url->form));
    case VALUE_HOST_KIND:
        return url->host_kind != LOCUS_HOST_NONE
            && name_is(value, locus_host_kind_name(url->host_kind));
    case VALUE_ERROR:
        return url->error != 0 && name_is(value, locus_error_name(url->error));
    case VALUE_ERROR_OFFSET:
        return url->error != 0 && number_is(value, url->error_offset, record->scratch);
    case VALUE_PORT_NUMBER:
        return port_of(value, record);
    case VALUE_FINDINGS:
        return findings_are(value, locus_findings(url, record->text, record->len, record->own),
                            record->scratch);
    default:
        return false;
    }
}

/* The part whose rules decoding follows. */
static enum locus_part decoded_part(const struct selector *selector)
{
    if (selector->value == VALUE_FIELD)
        return (enum locus_part)selector->part;
    if (selector->value == VALUE_PARAMETER)
        return LOCUS_QUERY;
    return selector->value < LOCUS_PART_COUNT ? (enum locus_part)selector->value
                                              : LOCUS_PART_COUNT;
}

static void decode(struct value_text *value, const struct selector *selector,
                   struct scratch *scratch)
{
    char *const buf = scratch_for(scratch, SCRATCH_DECODED, value->len);

    value->len = value_decode(buf, value->at, value->len, decoded_part(selector));
    value->at = buf;
}

bool value_of_other(struct value_text *value, const struct selector *selector,
                    const struct record *record)
{
    const int which = selector->value;
    bool found;

    value->at = record->text;
    value->len = record->len;
    if (which < LOCUS_PART_COUNT) {
        found = part_of(value, selector, which, &record->url, record->scratch);
    } else if (which == VALUE_INPUT || which == VALUE_URL) {
        found = record_has_text(record)
             && part_of(value, selector, LOCUS_PART_COUNT, &record->url, record->scratch);
    } else if (which == VALUE_FIELD) {
        const int field = (int)selector->field[record->log->format];

        found = field_of(value, field, record);
        if (found && (selector->part < LOCUS_PART_COUNT
                      || selector->views & 1u << VIEW_NORMAL))
            found = field == LOCUS_LOG_VHOST ? host_of(value, selector, record->scratch)
                                             : url_of(value, selector, field, record);
    } else if (which == VALUE_PARAMETER) {
        found = parameter_of(value, record);
    } else if (which == VALUE_TEXT) {
        value->at = record->log->bytes;
        value->len = record->log->line->reach;
        return true;
    } else {
        return other_value(value, which, record);
    }
    if (found && __builtin_expect(selector->each, 0))
        found = join_keys(value, record->scratch);
    if (found && __builtin_expect(selector->decoded, 0))
        decode(value, selector, record->scratch);
    if (found && selector->views & ~(1u << VIEW_NORMAL))
        found = view_of(value, selector, record);
    return found;
}

bool value_of_row(struct value_text *value, const struct selector *selector,
                  const struct record *record)
{
    const int which = selector->value;

    if (__builtin_expect(record->no_text, 0) && which != VALUE_LINE)
        return false;
    if ((which == VALUE_URL && record->url.error != 0)
        || (which == VALUE_INPUT && record->too_long))
        return false;
    if (value_of(value, selector, record))
        return true;
    value->len = 0;
    return which == VALUE_FINDINGS;
}

/* Lists */

bool value_list_begin(struct value_list *list, const struct selector *selector,
                      const struct record *record)
{
    struct selector query = *selector;
    struct value_text value;

    list->selector = selector;
    list->scratch = record->scratch;
    if (selector->value == VALUE_FINDINGS) {
        list->findings = locus_findings(&record->url, record->text, record->len, record->own);
        return true;
    }
    query.each = query.decoded = false;
    if (!value_of(&value, &query, record))
        return false;
    begin_keys(&list->keys, &value);
    return true;
}

bool value_list_of_row(struct value_list *list, const struct selector *selector,
                       const struct record *record)
{
    struct value_text value;

    if (record->no_text
        || (selector->value != VALUE_FINDINGS && !value_of_row(&value, selector, record)))
        return false;
    return value_list_begin(list, selector, record);
}

bool value_list_next(struct value_list *list, struct value_text *value)
{
    if (list->selector->value == VALUE_FINDINGS)
        return next_finding(&list->findings, value);
    if (!next_key(&list->keys, value))
        return false;
    if (list->selector->decoded)
        decode(value, list->selector, list->scratch);
    return true;
}
