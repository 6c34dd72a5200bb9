/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/selectors/selector-names.h"

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
    [VALUE_PORT_NUMBER] = "port_number",
    [VALUE_PARAMETER] = "parameter",
    [VALUE_FINDINGS] = "findings",
    [VALUE_TEXT] = "text",
};

static const char *const view_names[VIEW_COUNT] = {
    [VIEW_NORMAL] = "normal",
    [VIEW_SHAPE] = "shape",
    [VIEW_CLASS] = "class",
    [VIEW_HOUR] = "hour",
    [VIEW_DAY] = "day",
    [VIEW_DOMAIN] = "domain",
};

static bool has_log(const struct selecting *selecting)
{
    return selecting->log && selecting->log->given;
}

/* Whether records may have the value, which is neither a part nor a field. */
static bool has_value(const struct selecting *selecting, int value)
{
    return (value != VALUE_TEXT || has_log(selecting))
        && (value != VALUE_PARAMETER || selecting->cells);
}

/* Whether lines may have the field, which is one of their format. */
static bool is_possible(const struct log_choice *log, int field)
{
    return field < LOCUS_LOG_ENVELOPE || log->any_envelope
        || locus_log_envelope_fields(log->envelope) >> field & 1;
}

/* The formats in order, and after them that of --log-format. */
static const struct locus_log_format *format_at(const struct log_choice *log, size_t index)
{
    const struct locus_log_format *const format = locus_log_format_at(index);

    if (!format && log->is_row && (index == 0 || locus_log_format_at(index - 1)))
        return log->format;
    return format;
}

/* The field of that name in each format that lines may be in. Returns whether there is
   one. */
static bool find_field(struct selector *selector, const struct selecting *selecting,
                       const char *name, size_t len)
{
    const struct locus_log_format *format;
    bool found = false;

    memset(selector->field, -1, sizeof selector->field);
    for (size_t i = 0; (format = format_at(selecting->log, i)) != NULL; i++) {
        const int field = locus_log_field_from_name(format, name, len);

        if (field < 0 || !is_possible(selecting->log, field)
            || (selecting->log->format && selecting->log->format != format))
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
    if (selector->value >= LOCUS_PART_COUNT && !has_value(selecting, selector->value))
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

/* Whether it is this field, which all formats share, or a part of the URL in it. */
static bool is_in_field(const struct selector *selector, int field)
{
    if (selector->value != VALUE_FIELD)
        return false;
    for (int i = 0; i < SELECTOR_FORMATS; i++)
        if (selector->field[i] == field)
            return true;
    return false;
}

static bool is_field(const struct selector *selector, int field)
{
    return selector->part == LOCUS_PART_COUNT && is_in_field(selector, field);
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

/* The part of a URL that the selector names; LOCUS_PART_COUNT if it names none. */
static int part_selected(const struct selector *selector)
{
    if (selector->value == VALUE_FIELD)
        return selector->part;
    return selector->value < LOCUS_PART_COUNT ? selector->value : LOCUS_PART_COUNT;
}

/* A host, in a URL or as a field. */
static bool is_host(const struct selector *selector)
{
    return part_selected(selector) == LOCUS_HOST || is_field(selector, LOCUS_LOG_VHOST)
        || is_field(selector, LOCUS_LOG_CLIENT);
}

/* A field of digits, a time or one of a few words: nothing in it is percent-encoded. */
static bool is_plain(const struct selector *selector)
{
    static const enum locus_log_field plain[] = {
        LOCUS_LOG_TIME, LOCUS_LOG_METHOD, LOCUS_LOG_PROTOCOL, LOCUS_LOG_STATUS,
        LOCUS_LOG_BYTES, LOCUS_LOG_DURATION
    };

    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (is_field(selector, (int)plain[i]))
            return true;
    return false;
}

static bool has_view(const struct selector *selector, enum view view)
{
    switch (view) {
    case VIEW_NORMAL:
        return selector->value <= VALUE_URL || is_url(selector)
            || is_field(selector, LOCUS_LOG_VHOST)
            || part_selected(selector) < LOCUS_PART_COUNT;
    case VIEW_SHAPE:
        return part_selected(selector) == LOCUS_PATH && !selector->indexed;
    case VIEW_CLASS:
        return is_host(selector) || is_field(selector, LOCUS_LOG_STATUS);
    case VIEW_DOMAIN:
        return is_host(selector);
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

/* Whether the value is as the URL or the line has it, or in normal form. */
static bool is_unchanged(const struct selector *selector)
{
    return (selector->views & ~(1u << VIEW_NORMAL)) == 0;
}

bool selector_is_address(const struct selector *selector)
{
    return is_unchanged(selector) && is_host(selector);
}

bool selector_ignores_case(const struct selector *selector)
{
    return is_host(selector) || part_selected(selector) == LOCUS_SCHEME;
}

bool selector_is_number(const struct selector *selector)
{
    switch (selector->value) {
    case VALUE_LINE: case VALUE_OFFSET: case VALUE_ERROR_OFFSET: case VALUE_PORT_NUMBER:
        return true;
    default:
        return selector->views == 0
            && (is_field(selector, LOCUS_LOG_STATUS) || is_field(selector, LOCUS_LOG_BYTES)
                || is_field(selector, LOCUS_LOG_DURATION));
    }
}

/* Which selectors are possible */

/* Whether URLs of a grammar may have the part; true if the grammar is not known. */
static bool has_part(const struct locus_grammar *grammar, int part)
{
    size_t len;

    return !grammar
        || locus_encode(NULL, 0, &len, "", 0, grammar, part, 0, NULL) != LOCUS_ERROR_PART;
}

/* The same for records. */
static bool records_have(const struct selecting *selecting, int part)
{
    if (!has_log(selecting) || !selecting->grammars)
        return has_part(selecting->grammar, part);
    for (int of = 0; of < OF_COUNT; of++)
        if (selecting->of >> of & 1 && has_part(selecting->grammars->of[of], part))
            return true;
    return false;
}

/* The same for the URL in a field. */
static bool field_has(const struct selector *selector, const struct selecting *selecting)
{
    const enum log_of of = is_in_field(selector, LOCUS_LOG_TARGET) ? OF_TARGET : OF_REFERER;

    return !selecting->grammars || has_part(selecting->grammars->of[of], selector->part);
}

/* Whether the part is one of the grammar. */
static bool is_given(const struct selector *selector, const struct selecting *selecting)
{
    if (selector->value == VALUE_FIELD)
        return selector->part == LOCUS_PART_COUNT || field_has(selector, selecting);
    return selector->value >= LOCUS_PART_COUNT || records_have(selecting, selector->value);
}

static bool views_are_possible(const struct selector *selector)
{
    const unsigned others = selector->views & ~(1u << VIEW_NORMAL);

    for (int view = 0; view < VIEW_COUNT; view++)
        if (selector->views >> view & 1 && !has_view(selector, (enum view)view))
            return false;
    if (selector->decoded && (is_plain(selector) || (selector->value > VALUE_URL
                                                     && selector->value != VALUE_PARAMETER
                                                     && selector->value != VALUE_FIELD)))
        return false;
    return (others & (others - 1)) == 0;   /* at most one */
}

bool selector_is_possible(const struct selector *selector, const struct selecting *selecting)
{
    const int part = part_selected(selector);

    return selector->value >= 0
        && ((!selector->key && !selector->each) || part == LOCUS_QUERY)
        && !(selector->key && selector->each)
        && (!selector->indexed || part == LOCUS_PATH)
        && views_are_possible(selector) && is_given(selector, selecting);
}

/* Lists of names */

/* The name of a field that formats share; NULL if none has it. */
static const char *name_in_any_format(int field)
{
    const struct locus_log_format *format;
    const char *name = NULL;

    for (size_t i = 0; !name && (format = locus_log_format_at(i)) != NULL; i++)
        name = locus_log_field_name(format, field);
    return name;
}

const char *selector_name_at(size_t i, bool fields)
{
    const char *name;

    for (int part = 0; part < LOCUS_PART_COUNT; part++)
        if ((name = locus_part_name((enum locus_part)part)) != NULL && i-- == 0)
            return name;
    for (int value = LOCUS_PART_COUNT; value < VALUE_COUNT; value++)
        if (value_names[value] && value != VALUE_PARAMETER && (fields || value != VALUE_TEXT)
            && i-- == 0)
            return value_names[value];
    for (int field = 0; fields && field < LOCUS_LOG_OWN; field++) {
        name = name_in_any_format(field);
        if (name && locus_part_from_name(name, strlen(name)) < 0
            && find_name(value_names, VALUE_COUNT, name, strlen(name)) < 0 && i-- == 0)
            return name;
    }
    return NULL;
}

const char *selector_view_at(size_t i)
{
    return i < VIEW_COUNT ? view_names[i] : i == VIEW_COUNT ? "decoded" : NULL;
}

/* Usage errors */

/* A list of the known names, each with a space after it, and the one that is nearest to what
   was written. The list is not freed: the command ends. */
struct known {
    char  *list;                  /* NULL: no name yet */
    size_t len;
    struct suggestion near;
};

static void add_name(struct known *known, const char *name)
{
    const size_t len = strlen(name);

    /* Two formats may have the same field. */
    for (const char *at = known->list; at && *at; at += strcspn(at, " ") + 1)
        if (is_name(name, at, strcspn(at, " ")))
            return;
    suggest(&known->near, name);
    known->list = mem_resize(known->list, known->len + len + sizeof " ");
    memcpy(known->list + known->len, name, len);
    memcpy(known->list + known->len + len, " ", sizeof " ");
    known->len += len + 1;
}

static void add_fields(struct known *known, const struct log_choice *log)
{
    const struct locus_log_format *format;

    for (size_t i = 0; (format = format_at(log, i)) != NULL; i++)
        for (int field = 0; field < LOCUS_LOG_FIELD_LIMIT; field++) {
            const char *const name = locus_log_field_name(format, field);

            if (name && is_possible(log, field)
                && (!log->format || log->format == format))
                add_name(known, name);
        }
}

static void add_names(struct known *known, const struct selecting *selecting)
{
    if (has_log(selecting))
        add_fields(known, selecting->log);
    for (int part = 0; part < LOCUS_PART_COUNT; part++) {
        const char *const name = locus_part_name((enum locus_part)part);

        if (name && records_have(selecting, part))
            add_name(known, name);
    }
    for (int value = LOCUS_PART_COUNT; value < VALUE_COUNT; value++)
        if (value_names[value] && has_value(selecting, value))
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

/* What is wrong with a selector of that name. */
static const char *complaint(const struct selecting *selecting, const char *name, size_t len)
{
    const int part = locus_part_from_name(name, len);
    struct selector other;

    if (has_log(selecting) && is_any_field(name, len)
        && !find_field(&other, selecting, name, len))
        return "this log format has no field";
    if (part >= 0 && !records_have(selecting, part))
        return "the grammar has no part";
    return "unknown name";
}

/* What comes after a known name and "." or ":". */
static const char *nearest_after(const char *text, size_t len, bool is_view)
{
    struct suggestion near = { .word = text };

    while (near.len < len && !strchr(".:[", text[near.len]))
        near.len++;
    for (int part = 0; !is_view && part < LOCUS_PART_COUNT; part++)
        if (locus_part_name((enum locus_part)part))
            suggest(&near, locus_part_name((enum locus_part)part));
    for (int view = 0; is_view && view < VIEW_COUNT; view++)
        suggest(&near, view_names[view]);
    if (is_view)
        suggest(&near, "decoded");
    return near.name && !is_name(near.name, text, near.len) ? near.name : NULL;
}

void selector_unknown(const struct selecting *selecting, const char *text, size_t len)
{
    struct known known = { .len = 0 };
    const char *near;
    size_t name_len = 0, before = 0;

    while (name_len < len && !strchr(".:[", text[name_len]))
        name_len++;
    known.near.word = text;
    known.near.len = name_len;
    if (!has_log(selecting) && is_any_field(text, name_len))
        usage_error(selecting->verb, "%s: '%.*s' is a field of an access log; it needs --log",
                    selecting->option, (int)name_len, text);
    add_names(&known, selecting);
    near = known.near.name;
    if (near && is_name(near, text, name_len)) {
        near = NULL;
        before = name_len + 1;
        if (name_len < len && text[name_len] != '[')
            near = nearest_after(text + before, len - before, text[name_len] == ':');
    }
    usage_error(selecting->verb, "%s: %s '%s%.*s%s'%s%.*s%s%s (%s; query.KEY, or"
                " query.\"KEY\" if KEY has bytes other than letters, digits, -_$@[]; query.*;"
                " path[0], path[:2]; suffixes: :decoded, :normal; for paths :shape; for hosts"
                " :domain, :class%s)", selecting->option,
                complaint(selecting, text, name_len),
                selecting->braces ? "{" : "", (int)len, text, selecting->braces ? "}" : "",
                near ? "; did you mean '" : "", near ? (int)before : 0, text,
                near ? near : "", near ? "'?" : "", known.list,
                has_log(selecting) ? "; referer.host; status:class, time:hour, time:day" : "");
}
