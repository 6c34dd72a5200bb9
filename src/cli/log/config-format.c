/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/log/config-format.h"

#include <string.h>

#include "cli/help/suggest.h"

/* The format of --log-format, and its text. */
static struct locus_log_row row;
static const char *row_text;

static const char *const servers[] = {
    [LOCUS_LOG_APACHE] = "Apache",
    [LOCUS_LOG_NGINX] = "nginx",
    [LOCUS_LOG_HAPROXY] = "HAProxy"
};

/* The documents that list the variables. */
static const char *const documents[] = {
    [LOCUS_LOG_APACHE] = "mod_log_config, \"Custom Log Formats\"",
    [LOCUS_LOG_NGINX] = "nginx, \"Alphabetical index of variables\"",
    [LOCUS_LOG_HAPROXY] = "HAProxy's configuration manual, \"Custom log format\""
};

_Noreturn static void unknown(const char *verb, const char *text,
                              const struct locus_log_row_error *error)
{
    const enum locus_log_dialect dialect = (enum locus_log_dialect)error->dialect;
    const char *const any = dialect == LOCUS_LOG_NGINX ? "$-" : "%-";
    const struct locus_slice word = variable_name(text + error->offset, error->len);
    struct suggestion near = { .word = word.text, .len = word.len };
    const char *name;

    for (size_t i = 0; (name = locus_log_variable_at(dialect, i)) != NULL; i++)
        suggest(&near, name);
    usage_error(verb, "--log-format: unknown variable '%.*s' of %s at byte %u%s%s%s%s (%s"
                " passes over any text; the variables are those of %s)", (int)error->len,
                text + error->offset, servers[dialect], (unsigned)error->offset + 1,
                near.name ? "; did you mean '" : "",
                near.name ? (dialect == LOCUS_LOG_NGINX ? "$" : "%") : "",
                near.name ? near.name : "", near.name ? "'?" : "", any, documents[dialect]);
}

_Noreturn static void refuse(const char *verb, const char *text,
                             const struct locus_log_row_error *error)
{
    const unsigned byte = (unsigned)error->offset + 1;
    const char *const at = text + error->offset;
    const int len = (int)error->len;

    switch (error->reason) {
    case LOCUS_LOG_ROW_UNKNOWN:
        unknown(verb, text, error);
    case LOCUS_LOG_ROW_ADJACENT:
        usage_error(verb, "--log-format: there is no text between '%.*s' at byte %u and"
                    " '%.*s' at byte %u, so the end of the first cannot be found",
                    (int)error->other_len, text + error->other_offset,
                    (unsigned)error->other_offset + 1, len, at, byte);
    case LOCUS_LOG_ROW_DIGIT:
        usage_error(verb, "--log-format: a digit or '.' after the number '%.*s' at byte"
                    " %u could be part of it, so its end cannot be found", len, at, byte);
    case LOCUS_LOG_ROW_LINE_FEED:
        usage_error(verb, "--log-format: a line feed at byte %u: a record must be one"
                    " line", byte);
    case LOCUS_LOG_ROW_TOO_MANY:
        usage_error(verb, "--log-format: more than %d variables, at byte %u",
                    LOCUS_LOG_VARIABLES, byte);
    case LOCUS_LOG_ROW_TOO_LONG:
        usage_error(verb, "--log-format: more than %d bytes between variables, at byte"
                    " %u", LOCUS_LOG_TEXTS, byte);
    case LOCUS_LOG_ROW_NO_VARIABLE:
        usage_error(verb, "--log-format: no variable in '%s' (examples: %%h,"
                    " $remote_addr, %%ci)", text);
    default:
        if (*at == '\0')
            usage_error(verb, "--log-format: unexpected end at byte %u: not a format of"
                        " Apache, nginx or HAProxy", byte);
        usage_error(verb, "--log-format: unexpected '%.20s' at byte %u: not a format of"
                    " Apache, nginx or HAProxy", at, byte);
    }
}

const struct locus_log_format *config_format_read(const char *verb, const char *text)
{
    struct locus_log_row_error error;
    const int result = locus_log_compile(&row, text, strlen(text), &error);

    if (result == LOCUS_ERROR_LOG_FORMAT)
        refuse(verb, text, &error);
    if (result != 0)
        usage_error(verb, "--log-format: %s", locus_strerror(result));
    row_text = text;
    return locus_log_row_format(&row);
}

const char *config_format_variable(const struct locus_log_format *format, int error_field,
                                   int *len)
{
    const struct locus_span span = locus_log_variable_of(format, error_field);

    *len = (int)span.len;
    return span.len > 0 ? row_text + span.off : NULL;
}
