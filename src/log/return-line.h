/* SPDX-License-Identifier: MIT
 *
 * What locus_log_next() returns: lines of all kinds, and 0 if the window ends before the
 * line does. For all formats and envelopes.
 */
#ifndef LOCUS_LOG_RETURN_LINE_H
#define LOCUS_LOG_RETURN_LINE_H

#include "common/bytes.h"
#include "kernel/lens.h"
#include "log/format.h"

/* Bits of a format's `flags`; the format has those from FLAG_OWN on. */
enum { FLAG_COMMENT = 1, FLAG_OWN = 2 };

static __attribute__((noinline, cold)) void
no_record(struct locus_log_line *line, unsigned flags, int failed, uint32_t offset)
{
    line->present = 0;
    line->escaped = 0;
    line->request = LOCUS_LOG_REQUEST_ABSENT;
    if (flags & FLAG_COMMENT) {
        line->kind = LOCUS_LOG_COMMENT;
        line->error = 0;
        line->error_field = 0;
        line->error_offset = 0;
    } else {
        line->kind = LOCUS_LOG_REJECT;
        line->error = LOCUS_ERROR_LOG;
        line->error_field = (uint8_t)(failed > 0 ? failed - 1 : LOCUS_LOG_FIELD_LIMIT);
        line->error_offset = offset;
    }
}

/* Returns 0, because the window ends before the line does. */
static inline int need_more(struct locus_log *log)
{
    log->drop = log->internal.at;
    log->base += log->internal.at;
    log->internal.at = 0;
    return 0;
}

/* Returns 1, with a line that takes `size` bytes of the window. */
static ALWAYS_INLINE int line_at(struct locus_log *log, struct locus_log_line *line,
                                 size_t size, int phase)
{
    line->off = log->internal.at;
    line->offset = log->base + log->internal.at;
    line->format = log->internal.format;
    line->reach = line->len;
    line->copied = 0;
    log->internal.at += size;
    log->internal.read = 0;
    log->internal.phase = (uint8_t)phase;
    return 1;
}

/* Returns more bytes of a line whose first bytes were returned already. */
static inline int read_long(struct locus_log *log, struct locus_log_line *line,
                            const unsigned char *text, size_t len, int end)
{
    struct locus_line_rest rest = { text, text, 0 };
    const int ended = KERNEL_NAME(log_line_rest)(&rest, text + len, end);

    no_record(line, 0, 0, 0);
    line->kind = LOCUS_LOG_REST;
    line->error = 0;
    line->len = (uint32_t)(ended ? (size_t)(rest.contents - text) : len);
    line->ending = (uint8_t)(ended ? rest.at - rest.contents : 0);
    return line_at(log, line, (size_t)line->len + line->ending,
                   ended ? PHASE_BEGIN : PHASE_LONG);
}

static inline int too_long(struct locus_log *log, struct locus_log_line *line)
{
    no_record(line, 0, 0, log->max_line);
    line->error = LOCUS_ERROR_TOO_LONG;
    line->len = log->max_line;
    line->ending = 0;
    return line_at(log, line, log->max_line, PHASE_LONG);
}

#endif
