/* SPDX-License-Identifier: MIT
 *
 * The list of the envelopes, and functions of logs whose lines are in one.
 */
#include "common/find-name.h"
#include "log/envelope.h"

enum {
#define X(name) INDEX_ENVELOPE_##name,
    LOCUS_LOG_ENVELOPES(X)
#undef X
    ENVELOPE_COUNT
};

static const struct locus_log_envelope *const *const envelopes[ENVELOPE_COUNT] = {
#define X(name) &locus_log_##name,
    LOCUS_LOG_ENVELOPES(X)
#undef X
};

const struct locus_log_envelope *locus_log_envelope_at(size_t index)
{
    return index < ENVELOPE_COUNT ? *envelopes[index] : NULL;
}

const struct locus_log_envelope *locus_log_envelope_from_name(const char *name, size_t len)
{
    for (size_t i = 0; i < ENVELOPE_COUNT; i++)
        if (is_name((*envelopes[i])->name, name, len))
            return *envelopes[i];
    return NULL;
}

const char *locus_log_envelope_name(const struct locus_log_envelope *envelope)
{
    return envelope ? envelope->name : NULL;
}

const char *locus_log_envelope_description(const struct locus_log_envelope *envelope)
{
    return envelope ? envelope->description : NULL;
}

uint64_t locus_log_envelope_fields(const struct locus_log_envelope *envelope)
{
    return envelope ? envelope->fields : 0;
}

int locus_log_envelope_divides(const struct locus_log_envelope *envelope)
{
    return envelope && envelope->divides;
}

int locus_log_set_envelope(struct locus_log *log, const struct locus_log_envelope *envelope,
                           char *buf, size_t size)
{
    if (!log->internal.format || !envelope)
        return LOCUS_ERROR_ARGUMENT;
    log->internal.envelope = envelope;
    log->internal.buf = buf;
    log->internal.size = size;
    log->internal.joined[0] = log->internal.joined[1] = 0;
    log->internal.broken = 0;
    return 0;
}

int locus_log_source(struct locus_span *source, const struct locus_log *log,
                     const struct locus_log_line *line, const char *text,
                     struct locus_span span)
{
    if (!line->copied) {
        *source = span;
        return 0;
    }
    return log->internal.envelope->source[locus_kernel_in_use()](log, line, text, span,
                                                                 source);
}
