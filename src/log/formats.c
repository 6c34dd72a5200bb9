/* SPDX-License-Identifier: MIT
 *
 * The list of the log formats, and the names of their fields.
 */
#include "common/find-name.h"
#include "log/format.h"

enum {
#define X(name) INDEX_LOG_##name,
    LOCUS_LOG_FORMATS(X)
#undef X
    LOG_FORMAT_COUNT
};

static const struct locus_log_format *const *const formats[LOG_FORMAT_COUNT] = {
#define X(name) &locus_log_##name,
    LOCUS_LOG_FORMATS(X)
#undef X
};

static const char *const names[LOCUS_LOG_OWN] = {
    [LOCUS_LOG_CLIENT] = "client",
    [LOCUS_LOG_USER] = "user",
    [LOCUS_LOG_TIME] = "time",
    [LOCUS_LOG_REQUEST] = "request",
    [LOCUS_LOG_METHOD] = "method",
    [LOCUS_LOG_TARGET] = "target",
    [LOCUS_LOG_PROTOCOL] = "protocol",
    [LOCUS_LOG_STATUS] = "status",
    [LOCUS_LOG_BYTES] = "bytes",
    [LOCUS_LOG_REFERER] = "referer",
    [LOCUS_LOG_AGENT] = "agent",
    [LOCUS_LOG_VHOST] = "vhost",
    [LOCUS_LOG_DURATION] = "duration",
};

/* The fields of envelopes have the same name in each format. */
static const char *const envelope_names[LOCUS_LOG_FIELD_LIMIT - LOCUS_LOG_ENVELOPE] = {
    [LOCUS_LOG_STREAM - LOCUS_LOG_ENVELOPE] = "stream",
    [LOCUS_LOG_LOGGED - LOCUS_LOG_ENVELOPE] = "logged",
    [LOCUS_LOG_SENDER - LOCUS_LOG_ENVELOPE] = "sender",
    [LOCUS_LOG_PROGRAM - LOCUS_LOG_ENVELOPE] = "program",
    [LOCUS_LOG_PROCESS - LOCUS_LOG_ENVELOPE] = "process",
    [LOCUS_LOG_PRIORITY - LOCUS_LOG_ENVELOPE] = "priority",
};

const struct locus_log_format *locus_log_format_at(size_t index)
{
    return index < LOG_FORMAT_COUNT ? *formats[index] : NULL;
}

const struct locus_log_format *locus_log_format_from_name(const char *name, size_t len)
{
    for (size_t i = 0; i < LOG_FORMAT_COUNT; i++)
        if (is_name((*formats[i])->name, name, len))
            return *formats[i];
    return NULL;
}

const char *locus_log_format_name(const struct locus_log_format *format)
{
    return format ? format->name : NULL;
}

const char *locus_log_format_description(const struct locus_log_format *format)
{
    return format ? format->description : NULL;
}

const char *locus_log_field_name(const struct locus_log_format *format, int field)
{
    if (!format || field < 0 || field >= LOCUS_LOG_FIELD_LIMIT)
        return NULL;
    if (field >= LOCUS_LOG_ENVELOPE)
        return envelope_names[field - LOCUS_LOG_ENVELOPE];
    if (!(format->fields >> field & 1))
        return NULL;
    return field < LOCUS_LOG_OWN ? names[field] : format->own[field - LOCUS_LOG_OWN];
}

int locus_log_field_from_name(const struct locus_log_format *format, const char *name,
                              size_t len)
{
    for (int field = 0; field < LOCUS_LOG_FIELD_LIMIT; field++)
        if (is_name(locus_log_field_name(format, field), name, len))
            return field;
    return LOCUS_ERROR_ABSENT;
}
