/* SPDX-License-Identifier: MIT
 *
 * A format's machine as a reader of lines: locus_log_next() for one format and one
 * kernel. It defines what happens at each event of grammar/log/log-events.rl. The
 * format's file defines the actions of its own, and read_line() around the machine, and
 * then includes log/next.h. Before it includes this header it may define
 *
 *     FORMAT_MARKS(X)     the marks of its own: X(name) for each
 *
 * A line is read once: if the window ends in it, the marks are kept in the struct
 * locus_log until the next call. Then the text may have moved, so places are kept as
 * offsets in the line.
 */
#ifndef LOCUS_LOG_READER_H
#define LOCUS_LOG_READER_H

#include "kernel/lens.h"

#ifndef FORMAT_MARKS
#define FORMAT_MARKS(X)
#endif

/* begin     the field that is being read begins here
   escape    one more than the place of the last "\"
   contents  the contents of the line end here */
#define MARKS(X) \
    X(begin) X(escape) X(contents) X(method) X(space) X(version) \
    FORMAT_MARKS(X)

/* Bits of `flags`; the format has those from FLAG_OWN on. */
enum { FLAG_COMMENT = 1, FLAG_OWN = 2 };

#define DECLARE_MARK(name)  const unsigned char *name = text;
#define RESTORE_MARK(name)  name = text + *place++;
#define SAVE_MARK(name)     *place++ = OFFSET(name);
#define COUNT_MARK(name)    + 1

/* Reads text[log->internal.read..pe). Returns 1 if the line ends there, or, with `end`, at
   `pe`; 0 if more is needed; LOCUS_ERROR_LOG if it is no record. */
#define READ_LINE_PARAMETERS \
    struct locus_log *log, struct locus_log_line *restrict line, \
    const unsigned char *const text, const unsigned char *const pe, int end

#define READ_LINE_BEGIN(name) \
    const unsigned char *p = text + log->internal.read; \
    const unsigned char *const eof = end ? pe : NULL; \
    MARKS(DECLARE_MARK) \
    uint64_t present = 0; \
    uint64_t escaped = 0; \
    unsigned flags = 0; \
    int kind = LOCUS_LOG_REJECT; \
    int request = LOCUS_LOG_REQUEST_ABSENT; \
    int failed = -1; \
    int cs = name##_start; \
    _Static_assert(0 MARKS(COUNT_MARK) <= sizeof log->internal.place / sizeof(uint32_t), \
                   "there is room for the marks"); \
    if (log->internal.phase == PHASE_FORMAT) { \
        const uint32_t *place = log->internal.place; \
\
        *line = log->internal.line; \
        MARKS(RESTORE_MARK) \
        present = line->present; \
        escaped = line->escaped; \
        flags = log->internal.flags; \
        kind = line->kind; \
        request = line->request; \
        cs = (int)log->internal.state; \
    } \
    LENS_BEGIN(name)

#define READ_LINE_END \
    if (__builtin_expect(failed >= 0, 0)) { \
        no_record(line, flags, failed, OFFSET(p)); \
        return LOCUS_ERROR_LOG; \
    } \
    if (__builtin_expect(!eof, 0)) { \
        uint32_t *place = log->internal.place; \
\
        MARKS(SAVE_MARK) \
        line->present = present; \
        line->escaped = escaped; \
        line->kind = (uint8_t)kind; \
        line->request = (uint8_t)request; \
        log->internal.flags = flags; \
        log->internal.state = (uint32_t)cs; \
        log->internal.read = (size_t)(p - text); \
        log->internal.phase = PHASE_FORMAT; \
        log->internal.line = *line; \
        return 0; \
    } \
done: \
    line->present = present; \
    line->escaped = escaped; \
    line->kind = (uint8_t)kind; \
    line->request = (uint8_t)request; \
    line->error_field = 0; \
    line->error = 0; \
    line->error_offset = 0; \
    line->len = OFFSET(contents); \
    line->ending = (uint8_t)(p - contents); \
    return 1;

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

#define OFFSET(place) ((uint32_t)((place) - text))
#define BIT(name)     (UINT64_C(1) << LOCUS_LOG_##name)

#define SPAN(name, from, to) \
    (line->field[LOCUS_LOG_##name].off = OFFSET(from), \
     line->field[LOCUS_LOG_##name].len = (uint32_t)((to) - (from)), \
     present |= BIT(name))

#define BEGIN_AFTER     begin = p + 1;
#define MARK(name)      name = p;
#define MARK_VERSION    version = space;
#define ESCAPE          escape = p + 1;
#define COMMENT         flags |= FLAG_COMMENT;

/* A "\" is in the field if the last one was read after it began. */
#define COMMIT(name) \
    SPAN(name, begin, p); \
    if (__builtin_expect(escape > begin, 0)) \
        escaped |= BIT(name);

#define REQUEST(kind) \
    COMMIT(REQUEST) \
    request = LOCUS_LOG_REQUEST_##kind;
#define REQUEST_LINE(kind, target_end) \
    REQUEST(kind) \
    SPAN(METHOD, begin, method); \
    SPAN(TARGET, method + 1, target_end); \
    if (__builtin_expect(escape > method, 0)) \
        escaped |= BIT(TARGET);
#define REQUEST_SIMPLE  REQUEST_LINE(SIMPLE, p)
#define REQUEST_HTTP \
    REQUEST_LINE(HTTP, version) \
    SPAN(PROTOCOL, version + 1, p); \
    if (__builtin_expect(escape > version, 0)) \
        escaped |= BIT(PROTOCOL);

#define LINE(what) \
    kind = LOCUS_LOG_##what; \
    contents = p;
#define LINE_END \
    p++; \
    goto done;

/* `failed` is one more than the last field that is possible; 0, if none is: the end of the
   line. */
#define FAIL(name) \
    if (failed < LOCUS_LOG_##name + 1) \
        failed = LOCUS_LOG_##name + 1;
enum { LOCUS_LOG_LINE = -1 };

#endif
