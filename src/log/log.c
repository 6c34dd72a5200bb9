/* SPDX-License-Identifier: MIT
 *
 * Reads logs, with the kernel in use, and the values of their fields.
 */
#include <string.h>

#include "common/bytes.h"
#include "log/envelope.h"

int locus_log_init(struct locus_log *log, const struct locus_log_format *format)
{
    log->base = 0;
    log->drop = 0;
    log->max_line = LOCUS_LOG_MAX_LINE;
    log->internal.at = 0;
    log->internal.read = 0;
    log->internal.phase = PHASE_BEGIN;
    log->internal.format = format;
    log->internal.envelope = NULL;
    log->internal.keys = NULL;
    log->internal.columns = 0;
    if (!format)
        return LOCUS_ERROR_ARGUMENT;
    if (format->columns) {
        log->internal.columns = format->column_count;
        memcpy(log->internal.column, format->columns, format->column_count);
    }
    return 0;
}

int locus_log_set_columns(struct locus_log *log, const char *text, size_t len)
{
    const struct locus_log_format *const format = log->internal.format;
    struct locus_log_line line;
    struct locus_log other;

    if (!format)
        return LOCUS_ERROR_ARGUMENT;
    if (!format->columns)
        return LOCUS_ERROR_LOG;
    locus_log_init(&other, format);
    other.max_line = LOCUS_MAX_LENGTH;
    other.internal.columns = 0;
    if (locus_log_next(&other, text, len, 1, &line) != 1 || other.internal.columns == 0)
        return LOCUS_ERROR_LOG;
    log->internal.columns = other.internal.columns;
    memcpy(log->internal.column, other.internal.column, sizeof log->internal.column);
    return 0;
}

int locus_log_next(struct locus_log *log, const char *window, size_t len, int end,
                   struct locus_log_line *line)
{
    const struct locus_log_format *const format = log->internal.format;

    if (__builtin_expect(!format || log->internal.at > len
                         || log->internal.read > len - log->internal.at, 0))
        return LOCUS_ERROR_ARGUMENT;
    if (__builtin_expect(log->internal.envelope != NULL, 0))
        return log->internal.envelope->next[locus_kernel_in_use()](log, window, len, end,
                                                                   line);
    return format->next[locus_kernel_in_use()](log, window, len, end, line);
}

int locus_log_parse(struct locus_log_line *line, const char *text, size_t len,
                    const struct locus_log_format *format)
{
    struct locus_log log;
    int result = locus_log_init(&log, format);

    if (result != 0)
        return result;
    log.max_line = LOCUS_MAX_LENGTH;
    if (locus_log_next(&log, text, len, 1, line) == 0) {
        memset(line, 0, sizeof *line);             /* no line begins there */
        line->kind = LOCUS_LOG_BLANK;
        line->format = format;
    }
    return 0;
}

/* Whether the field is a target whose path and query are in two columns. */
static int is_in_columns(const struct locus_log_line *line, int field)
{
    return field == LOCUS_LOG_TARGET && (line->escaped >> field & 1)
        && line->format->put_target;
}

static void unescape(struct locus_unescaped *to, const struct locus_log_line *line,
                     const char *text, int field)
{
    const struct locus_log_format *const format = line->format;
    const struct locus_span span = line->field[field];

    for (size_t i = 0; i < sizeof format->other / sizeof *format->other; i++)
        if (format->other[i].fields >> field & 1) {
            format->other[i].unescape(to, text + span.off, span.len);
            return;
        }
    format->unescape(to, text + span.off, span.len);
}

int locus_log_value(char *buf, size_t size, size_t *len,
                    const struct locus_log_line *line, const char *text, int field)
{
    const struct locus_span span = locus_log_get(line, field);
    struct locus_unescaped to = { .out = { buf, size, 0 } };
    struct locus_time time;

    *len = 0;
    if (!locus_log_has(line, field))
        return LOCUS_ERROR_ABSENT;
    if (field == LOCUS_LOG_TIME && locus_log_time(&time, line, text) == 0)
        locus_put_time(&to.out, &time);
    else if (field == LOCUS_LOG_DURATION && locus_put_duration(&to.out, line, text) == 0)
        return locus_put_end(&to.out, len);
    else if (is_in_columns(line, field))
        line->format->put_target(&to.out, line, text);
    else if (locus_is_double(line, field))
        locus_put_whole(&to.out, line, text, field);
    else if (line->escaped >> field & 1)
        unescape(&to, line, text, field);
    else if (span.len > 0)
        locus_put(&to.out, text + span.off, span.len);
    return locus_put_end(&to.out, len);
}

int locus_log_offsets(uint32_t *offsets, size_t count, const struct locus_log_line *line,
                      const char *text, int field)
{
    const struct locus_span span = locus_log_get(line, field);
    const unsigned char *const begin = bytes_of(text, line->len);
    struct locus_unescaped to = {
        .offsets = offsets, .origin = begin, .offset_count = count
    };

    if (!locus_log_has(line, field))
        return LOCUS_ERROR_ABSENT;
    if (field == LOCUS_LOG_TIME || field == LOCUS_LOG_DURATION || is_in_columns(line, field)
        || locus_is_double(line, field))
        return LOCUS_ERROR_ARGUMENT;
    if (line->escaped >> field & 1)
        unescape(&to, line, text, field);
    else
        locus_put_literals(&to, begin + span.off, begin + span.off + span.len);
    if (to.out.len >= count)
        return LOCUS_ERROR_SPACE;
    offsets[to.out.len] = span.off + span.len;
    return 0;
}
