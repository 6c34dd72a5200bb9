/* SPDX-License-Identifier: MIT
 *
 * Reads the argument of --log (grammar/command/log-name.rl).
 */
#include "cli/cli.h"
#include "cli/options/arguments.h"

#include <stdio.h>
#include <string.h>

#include "cli/help/suggest.h"
#include "cli/options/option-values.h"
#include "common/find-name.h"

/* The words of the argument. */
struct log_name {
    struct locus_slice envelope;  /* NULL: none */
    struct locus_slice format;
    const char *keys;             /* NULL: none */
    struct locus_slice field;     /* that of the first key; only the entry `field` sets it */
};

%%{
machine log_name;

action envelope_end {
    name.envelope = (struct locus_slice){ argument, (size_t)((const char *)p - argument) };
}
action format_begins    { name.format.text = (const char *)p; }
action format_end {
    name.format.len = (size_t)((const char *)p - name.format.text);
}
action keys_begin       { name.keys = (const char *)p + 1; }
action field_end {
    name.field = (struct locus_slice){ argument, (size_t)((const char *)p - argument) };
}

include log_name "command/log-name.rl";
write data noerror nofinal;
}%%

static struct log_name read_name(const char *argument, int entry)
{
    const unsigned char *p = (const unsigned char *)argument;
    const unsigned char *const pe = p + strlen(argument);
    const unsigned char *const eof = pe;
    struct log_name name = { .format.text = argument };
    int cs = entry;

    %% write exec;
    if (cs == 0)                  /* a second "+" is read as part of the name */
        name.format.len = strlen(name.format.text);
    return name;
}

_Noreturn static void unknown(const struct verb *verb, const char *what,
                              const struct locus_slice *name, const char *known,
                              const struct suggestion *near)
{
    usage_error(verb->name, "unknown %s '%.*s'%s%s%s (%s)", what, (int)name->len, name->text,
                near->name ? "; did you mean '" : "", near->name ? near->name : "",
                near->name ? "'?" : "", known);
}

_Noreturn static void unknown_format(const struct verb *verb, const struct log_name *argument)
{
    const struct locus_slice *const name = &argument->format;
    struct suggestion near = { .word = name->text, .len = name->len };
    char known[LIST_SIZE];
    struct word word;

    if (!argument->envelope.text && locus_log_envelope_from_name(name->text, name->len))
        usage_error(verb->name, "--log: %.*s is an envelope; it needs a message format, as in"
                    " %.*s+auto or --log %.*s+ --log-format STRING", (int)name->len,
                    name->text, (int)name->len, name->text, (int)name->len, name->text);
    for (size_t i = 0; (word = log_values.at(verb, i)).name; i++)
        suggest(&near, word.name);
    list_words(known, verb, &log_values);
    unknown(verb, "log format", name, known, &near);
}

static const struct locus_log_envelope *envelope_named(const struct verb *verb,
                                                       const struct locus_slice *name)
{
    const struct locus_log_envelope *envelope =
        locus_log_envelope_from_name(name->text, name->len);
    struct suggestion near = { .word = name->text, .len = name->len };
    char known[LIST_SIZE] = "";

    if (envelope)
        return envelope;
    for (size_t i = 0; (envelope = locus_log_envelope_at(i)) != NULL; i++) {
        suggest(&near, locus_log_envelope_name(envelope));
        add_word(known, locus_log_envelope_name(envelope), "");
    }
    unknown(verb, "envelope", name, known, &near);
}

static void suggest_field(struct suggestion *near, const char *text)
{
    const struct locus_slice first = read_name(text, log_name_en_field).field;

    near->word = first.text;
    near->len = first.len;
    for (int field = 0; field < LOCUS_LOG_OWN; field++) {
        const char *const name = locus_log_field_name(locus_log_json, field);

        if (name)
            suggest(near, name);
    }
}

/* As in grammar/log/keys/json-keys.rl. */
const char *const duration_units[] = { ":ms", ":us", ":ns", NULL };

/* The fields that a key may have, a duration also in other units than seconds. */
static void list_fields(char list[LIST_SIZE])
{
    const char *const duration = locus_log_field_name(locus_log_json, LOCUS_LOG_DURATION);

    list[0] = '\0';
    for (int field = 0; field < LOCUS_LOG_OWN; field++)
        add_word(list, locus_log_field_name(locus_log_json, field), "");
    for (size_t i = 0; duration_units[i]; i++)
        add_word(list, duration, duration_units[i]);
}

/* Whether name[0..len) is a field that a key may have. */
static bool is_field(const char *name, size_t len)
{
    struct locus_log_keys keys;
    char member[32];
    const int size = snprintf(member, sizeof member, "%.*s=KEY", (int)len, name);

    return size < (int)sizeof member && locus_log_read_keys(&keys, member, (size_t)size) == 0;
}

/* The result is overwritten if --log is given again: the last one counts. */
static const struct locus_log_keys *keys_of(const struct verb *verb, const char *text)
{
    static struct locus_log_keys keys;
    struct suggestion near = { .len = 0 };
    char known[LIST_SIZE];
    const char *at;

    switch (locus_log_read_keys(&keys, text, strlen(text))) {
    case 0:
        return &keys;
    case LOCUS_ERROR_ABSENT:
        at = text + keys.error_offset;
        suggest_field(&near, at);
        if (is_field(at, near.len))
            usage_error(verb->name, "--log json: '%.*s' needs a key: %.*s=KEY", (int)near.len,
                        at, (int)near.len, at);
        list_fields(known);
        usage_error(verb->name, "--log json: unknown field '%.*s'%s%s%s (%s)", (int)near.len,
                    at, near.name ? "; did you mean '" : "", near.name ? near.name : "",
                    near.name ? "'?" : "", known);
    case LOCUS_ERROR_RANGE:
        usage_error(verb->name, "--log json: too many keys (at most %d, of %d parts)",
                    LOCUS_LOG_KEYS, LOCUS_LOG_KEY_SEGMENTS);
    default:
        usage_error(verb->name, "--log json: byte %zu of '%s' is not in FIELD=KEY,… (a KEY with"
                    " a dot, a comma or '=' in it needs quotation marks)",
                    keys.error_offset + 1, text);
    }
}

struct log_choice read_log_name(const struct verb *verb, const char *argument)
{
    const struct log_name name = read_name(argument, log_name_en_main);
    struct log_choice choice = { .given = true };

    if (name.envelope.text)
        choice.envelope = envelope_named(verb, &name.envelope);
    choice.is_open = name.envelope.text && name.format.len == 0 && !name.keys;
    choice.format = locus_log_format_from_name(name.format.text, name.format.len);
    if (!choice.format && !choice.is_open) {
        if (!is_name("auto", name.format.text, name.format.len))
            unknown_format(verb, &name);
        choice.any_envelope = !name.envelope.text;
    }
    if (name.keys && choice.format != locus_log_json)
        usage_error(verb->name, "--log %.*s takes no keys; --log json:FIELD=KEY,… does",
                    (int)name.format.len, name.format.text);
    if (name.keys)
        choice.keys = keys_of(verb, name.keys);
    return choice;
}
