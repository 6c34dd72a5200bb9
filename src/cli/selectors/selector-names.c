/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/selectors/selector-names.h"

#include <stdio.h>
#include <string.h>

#include "cli/help/suggest.h"
#include "common/find-name.h"

static const char *const value_names[VALUE_COUNT] = {
    [VALUE_INPUT] = "input",
    [VALUE_URL] = "url",
    [VALUE_FILE] = "file",
    [VALUE_LINE] = "line",
    [VALUE_OFFSET] = "offset",
    [VALUE_GRAMMAR] = "grammar",
    [VALUE_FORM] = "form",
    [VALUE_HOST_KIND] = "host_kind",
    [VALUE_ERROR] = "error",
    [VALUE_ERROR_OFFSET] = "error_offset",
    [VALUE_FINDINGS] = "findings",
    [VALUE_TEXT] = "text",
};

static const char *const view_names[VIEW_COUNT] = {
    [VIEW_NORMAL] = "normal",
    [VIEW_SHAPE] = "shape",
    [VIEW_CLASS] = "class",
    [VIEW_HOUR] = "hour",
    [VIEW_DAY] = "day",
};

static bool has_log(const struct selecting *selecting)
{
    return selecting->log && selecting->log->given;
}

/* The field of that name in each format that lines may be in. Returns whether there is
   one. */
static bool find_field(struct selector *selector, const struct selecting *selecting,
                       const char *name, size_t len)
{
    const struct locus_log_format *format;
    bool found = false;

    for (size_t i = 0; i < SELECTOR_FORMATS && (format = locus_log_format_at(i)); i++) {
        const int field = locus_log_field_from_name(format, name, len);

        selector->field[i] = -1;
        if (field < 0 || (selecting->log->format && selecting->log->format != format))
            continue;
        selector->field[i] = (signed char)field;
        found = true;
    }
    return found;
}

void selector_begin(struct selector *selector, const struct selecting *selecting,
                    const char *name, size_t len)
{
    *selector = (struct selector){ .value = -1, .part = LOCUS_PART_COUNT };
    if (has_log(selecting) && find_field(selector, selecting, name, len)) {
        selector->value = VALUE_FIELD;
        return;
    }
    selector->value = locus_part_from_name(name, len);
    if (selector->value < 0)
        selector->value = find_name(value_names, VALUE_COUNT, name, len);
    if (selector->value < 0 || (selector->value == VALUE_TEXT && !has_log(selecting)))
        selector->value = -1;
}

bool selector_view(struct selector *selector, const char *name, size_t len)
{
    const int view = find_name(view_names, VIEW_COUNT, name, len);

    if (view >= 0)
        selector->views |= 1u << view;
    else if (is_name("decoded", name, len))
        selector->decoded = true;
    else
        return false;
    return true;
}

/* Whether it is this common field. */
static bool is_field(const struct selector *selector, int field)
{
    if (selector->value != VALUE_FIELD || selector->part != LOCUS_PART_COUNT)
        return false;
    for (int i = 0; i < SELECTOR_FORMATS && locus_log_format_at((size_t)i); i++)
        if (selector->field[i] == field)
            return true;
    return false;
}

/* A field that is a URL. */
static bool is_url(const struct selector *selector)
{
    return is_field(selector, LOCUS_LOG_TARGET) || is_field(selector, LOCUS_LOG_REFERER);
}

bool selector_inner(struct selector *selector, const char *part, size_t len)
{
    if (!is_url(selector))
        return false;
    selector->part = locus_part_from_name(part, len);
    return selector->part >= 0;
}

static bool has_key(const struct selector *selector)
{
    return selector->value == LOCUS_QUERY
        || (selector->value == VALUE_FIELD && selector->part == LOCUS_QUERY);
}

static bool has_view(const struct selector *selector, enum view view)
{
    switch (view) {
    case VIEW_NORMAL:
        return selector->value <= VALUE_URL || is_url(selector)
            || (selector->value == VALUE_FIELD && selector->part < LOCUS_PART_COUNT);
    case VIEW_SHAPE:
        return !selector->indexed
            && (selector->value == LOCUS_PATH
                || (selector->value == VALUE_FIELD && selector->part == LOCUS_PATH));
    case VIEW_CLASS:
        return !selector->key
            && (selector->value == LOCUS_HOST || is_field(selector, LOCUS_LOG_STATUS)
                || is_field(selector, LOCUS_LOG_CLIENT));
    case VIEW_HOUR:
    case VIEW_DAY:
        return is_field(selector, LOCUS_LOG_TIME);
    default:
        return false;
    }
}

bool selector_is_time(const struct selector *selector)
{
    return is_field(selector, LOCUS_LOG_TIME);
}

bool selector_is_address(const struct selector *selector)
{
    return selector->views == 0
        && (selector->value == LOCUS_HOST || is_field(selector, LOCUS_LOG_CLIENT)
            || (selector->value == VALUE_FIELD && selector->part == LOCUS_HOST));
}

bool selector_is_number(const struct selector *selector)
{
    switch (selector->value) {
    case VALUE_LINE: case VALUE_OFFSET: case VALUE_ERROR_OFFSET:
        return true;
    default:
        return selector->views == 0
            && (is_field(selector, LOCUS_LOG_STATUS) || is_field(selector, LOCUS_LOG_BYTES)
                || is_field(selector, LOCUS_LOG_DURATION));
    }
}

bool selector_is_possible(const struct selector *selector)
{
    for (int view = 0; view < VIEW_COUNT; view++)
        if (selector->views >> view & 1 && !has_view(selector, (enum view)view))
            return false;
    return selector->value >= 0
        && (!selector->key || has_key(selector))
        && (!selector->indexed || selector->value == LOCUS_PATH)
        && (!selector->decoded || selector->value <= VALUE_URL
            || selector->value == VALUE_FIELD);
}

/* ------------------------------------------------------------------------
 * Usage errors
 * ------------------------------------------------------------------------ */

enum { LIST_SIZE = 1024 };

/* A list of the known names, and the one that is nearest to what was written. */
struct known {
    char   list[LIST_SIZE];
    size_t len;
    struct suggestion near;
};

static void add_name(struct known *known, const char *name)
{
    /* Two formats may have the same field. */
    for (const char *at = known->list; *at; at += strcspn(at, " ") + 1)
        if (is_name(name, at, strcspn(at, " ")))
            return;
    suggest(&known->near, name);
    known->len += (size_t)snprintf(known->list + known->len, LIST_SIZE - known->len, "%s ",
                                   name);
    if (known->len >= LIST_SIZE)
        known->len = LIST_SIZE - 1;
}

static void add_fields(struct known *known, const struct log_choice *log)
{
    const struct locus_log_format *format;

    for (size_t i = 0; (format = locus_log_format_at(i)) != NULL; i++)
        for (int field = 0; field < LOCUS_LOG_FIELD_LIMIT; field++) {
            const char *const name = locus_log_field_name(format, field);

            if (name && (!log->format || log->format == format))
                add_name(known, name);
        }
}

static void add_names(struct known *known, const struct selecting *selecting)
{
    if (has_log(selecting))
        add_fields(known, selecting->log);
    for (int part = 0; part < LOCUS_PART_COUNT; part++) {
        const char *const name = locus_part_name((enum locus_part)part);

        if (name)
            add_name(known, name);
    }
    for (int value = LOCUS_PART_COUNT; value < VALUE_COUNT; value++)
        if (value_names[value] && (value != VALUE_TEXT || has_log(selecting)))
            add_name(known, value_names[value]);
    if (known->len > 0)
        known->list[--known->len] = '\0';
}

/* Whether it is a field of some log format. */
static bool is_any_field(const char *name, size_t len)
{
    const struct locus_log_format *format;

    for (size_t i = 0; (format = locus_log_format_at(i)) != NULL; i++)
        if (locus_log_field_from_name(format, name, len) >= 0)
            return true;
    return false;
}

void selector_unknown(const struct selecting *selecting, const char *text, size_t len)
{
    struct known known = { .len = 0 };
    struct selector other;
    const char *near;
    size_t name_len = 0;

    while (name_len < len && !strchr(".:[", text[name_len]))
        name_len++;
    known.near.word = text;
    known.near.len = name_len;
    if (!has_log(selecting) && is_any_field(text, name_len))
        usage_error(selecting->verb, "%s: '%.*s' is a field of an access log; it needs --log",
                    selecting->option, (int)name_len, text);
    add_names(&known, selecting);
    near = known.near.name;
    if (near && is_name(near, text, name_len))
        near = NULL;
    usage_error(selecting->verb, "%s: %s '%s%.*s%s'%s%s%s (%s; query.KEY, or"
                " query.\"KEY\" if KEY has bytes other than letters, digits, -_$@[]; path[0],"
                " path[:2]; append :decoded, :normal or, to a path,"
                " :shape%s)", selecting->option,
                has_log(selecting) && is_any_field(text, name_len)
                && !find_field(&other, selecting, text, name_len)
                ? "this log format has no field" : "unknown name",
                selecting->braces ? "{" : "", (int)len, text, selecting->braces ? "}" : "",
                near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "",
                known.list, has_log(selecting) ? "; referer.host; status:class, time:hour,"
                " time:day, client:class" : "");
}
