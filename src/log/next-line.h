/* SPDX-License-Identifier: MIT
 *
 * locus_log_next() for the including file's format, around read_line() (reader.h).
 */
#include "log/return-line.h"

/* Finds the end of a line that is not a record, from its beginning: if the format's machine
   stopped at the line feed, a CR before that belongs to the line ending. */
static int read_rest(struct locus_log *log, struct locus_log_line *line,
                     const unsigned char *text, const unsigned char *pe, int end)
{
    struct locus_line_rest rest = { text, text, 0 };
    int ended;

    if (log->internal.phase == PHASE_REST) {
        *line = log->internal.line;
        rest.at = text + log->internal.read;
        rest.contents = text + log->internal.place[0];
        rest.state = log->internal.state;
    }
    ended = KERNEL_NAME(log_line_rest)(&rest, pe, end);
    line->len = (uint32_t)(rest.contents - text);
    line->ending = (uint8_t)(rest.at - rest.contents);
    if (ended) {
        if (line->error_offset > line->len)
            line->error_offset = line->len;
    } else {
        log->internal.read = (size_t)(rest.at - text);
        log->internal.place[0] = line->len;
        log->internal.state = rest.state;
        log->internal.phase = PHASE_REST;
        log->internal.line = *line;
    }
    return ended;
}

int LOG_READER(struct locus_log *log, const char *window, size_t len, int end,
               struct locus_log_line *line)
{
    const unsigned char *const text = bytes_of(window, len) + log->internal.at;
    const size_t left = len - log->internal.at;
    const size_t most = left < log->max_line ? left : log->max_line;
    const int is_end = end && left < log->max_line;
    int result = LOCUS_ERROR_LOG;

    if (left == 0 && (log->internal.read == 0 || !end))
        return need_more(log);
    if (__builtin_expect(log->internal.phase == PHASE_LONG, 0))
        return read_long(log, line, text, most, is_end);
    if (__builtin_expect(log->internal.phase != PHASE_REST, 1))
        result = read_line(log, line, text, text + most, is_end);
    if (__builtin_expect(result == LOCUS_ERROR_LOG, 0))
        result = read_rest(log, line, text, text + most, is_end);
    if (__builtin_expect(result == 1, 1))
        return line_at(log, line, (size_t)line->len + line->ending, PHASE_BEGIN);
    return most == log->max_line ? too_long(log, line) : need_more(log);
}
