/* SPDX-License-Identifier: MIT
 *
 * A format's machine as a reader of lines: what its read_line() consists of, except for
 * the machine, and what happens at each event of src/log/log-events.rl. The format's
 * file defines its own actions and marks, and
 *
 *     static ALL_HOT int read_line(struct locus_log *log,
 *                                  struct locus_log_line *restrict line,
 *                                  const unsigned char *const text,
 *                                  const unsigned char *const pe, int end)
 *
 * which reads text[log->internal.read..pe), and then includes log/next.h. It returns 1 if
 * the line ends there, or, with `end`, at `pe`; 0 if more is needed; LOCUS_ERROR_LOG if it
 * is not a record.
 *
 * A line is read once: if the window ends in it, the marks are kept in the struct
 * locus_log until the next call. Then the text may have moved, so places are kept as
 * offsets in the line.
 */
#ifndef LOCUS_LOG_READER_H
#define LOCUS_LOG_READER_H

#include "kernel/lens.h"
#include "log/lines.h"

/* The marks; the format has those from MARK_OWN on. */
enum {
    MARK_BEGIN,                    /* the field that is being read begins here */
    MARK_ESCAPE,                   /* after a byte of the last escape */
    MARK_CONTENTS,                 /* the contents of the line end here */
    MARK_METHOD,
    MARK_SPACE,
    MARK_VERSION,
    MARK_OWN,
    MARK_LIMIT = sizeof ((struct locus_log *)0)->internal.place / sizeof(uint32_t)
};

/* What is known of a line while it is read. */
struct reading {
    const unsigned char *mark[MARK_LIMIT];
    uint64_t present;
    uint64_t escaped;
    unsigned flags;
    int      kind;
    int      request;
    int      failed;               /* 1 + the field that cannot be read (of several, the
                                      last); 0: the line does not end; -1: no failure */
};

/* Copies member by member: then the compiler keeps those of read_line() in registers, and
   stores them only if the line does not end in the window. */
static ALWAYS_INLINE void reading_copy(struct reading *to, const struct reading *from)
{
    _Pragma("GCC unroll 16")
    for (int i = 0; i < MARK_LIMIT; i++)
        to->mark[i] = from->mark[i];
    to->present = from->present;
    to->escaped = from->escaped;
    to->flags = from->flags;
    to->kind = from->kind;
    to->request = from->request;
    to->failed = from->failed;
}

static __attribute__((noinline, cold)) void
reading_restore(struct reading *reading, const struct locus_log *log,
                struct locus_log_line *line, const unsigned char *text)
{
    *line = log->internal.line;
    for (int i = 0; i < MARK_LIMIT; i++)
        reading->mark[i] = text + log->internal.place[i];
    reading->present = line->present;
    reading->escaped = line->escaped;
    reading->flags = log->internal.flags;
    reading->kind = line->kind;
    reading->request = line->request;
    reading->failed = -1;
}

/* At the beginning of read_line(). Returns the state of the machine. */
static ALWAYS_INLINE int reading_begins(struct reading *reading, const struct locus_log *log,
                                        struct locus_log_line *line,
                                        const unsigned char *text, int start)
{
    if (__builtin_expect(log->internal.phase == PHASE_FORMAT, 0)) {
        struct reading restored;

        reading_restore(&restored, log, line, text);
        reading_copy(reading, &restored);
        return (int)log->internal.state;
    }
    _Pragma("GCC unroll 16")
    for (int i = 0; i < MARK_LIMIT; i++)
        reading->mark[i] = text;
    reading->present = reading->escaped = 0;
    reading->flags = 0;
    reading->kind = LOCUS_LOG_REJECT;
    reading->request = LOCUS_LOG_REQUEST_ABSENT;
    reading->failed = -1;
    return start;
}

#define OFFSET(place) ((uint32_t)((place) - text))

static __attribute__((noinline, cold)) int
reading_save(const struct reading *reading, struct locus_log *log,
             struct locus_log_line *line, const unsigned char *text, const unsigned char *p,
             int state)
{
    if (reading->failed >= 0) {
        no_record(line, reading->flags, reading->failed, OFFSET(p));
        return LOCUS_ERROR_LOG;
    }
    for (int i = 0; i < MARK_LIMIT; i++)
        log->internal.place[i] = OFFSET(reading->mark[i]);
    line->present = reading->present;
    line->escaped = reading->escaped;
    line->kind = (uint8_t)reading->kind;
    line->request = (uint8_t)reading->request;
    log->internal.flags = reading->flags;
    log->internal.state = (uint32_t)state;
    log->internal.read = (size_t)(p - text);
    log->internal.phase = PHASE_FORMAT;
    log->internal.line = *line;
    return 0;
}

/* The line does not end before `p`: the window ends there, or the machine has failed. */
static ALWAYS_INLINE int reading_stops(const struct reading *reading, struct locus_log *log,
                                       struct locus_log_line *line,
                                       const unsigned char *text, const unsigned char *p,
                                       int state)
{
    struct reading saved;

    reading_copy(&saved, reading);
    return reading_save(&saved, log, line, text, p, state);
}

/* The line ends before `p`. */
static ALWAYS_INLINE int reading_ends(const struct reading *reading,
                                      struct locus_log_line *line, const unsigned char *text,
                                      const unsigned char *p)
{
    const unsigned char *const contents = reading->mark[MARK_CONTENTS];

    line->present = reading->present;
    line->escaped = reading->escaped;
    line->kind = (uint8_t)reading->kind;
    line->request = (uint8_t)reading->request;
    line->error_field = 0;
    line->error = 0;
    line->error_offset = 0;
    line->len = OFFSET(contents);
    line->ending = (uint8_t)(p - contents);
    return 1;
}

/* ------------------------------------------------------------------------
 * The events, in read_line(), whose struct reading is `r`
 * ------------------------------------------------------------------------ */

#define SPAN_OF(number, from, to) \
    (line->field[number].off = OFFSET(from), \
     line->field[number].len = (uint32_t)((to) - (from)), \
     r.present |= UINT64_C(1) << (number))
#define SPAN(name, from, to) SPAN_OF(LOCUS_LOG_##name, from, to)

#define BEGIN_AFTER     r.mark[MARK_BEGIN] = p + 1;
#define MARK(name)      r.mark[MARK_##name] = p;
#define VERSION         r.mark[MARK_VERSION] = r.mark[MARK_SPACE];
#define ESCAPE          r.mark[MARK_ESCAPE] = p + 1;
#define COMMENT         r.flags |= FLAG_COMMENT;

/* A "\" is in the field if the last one was read after it began. */
#define SPAN_OF_ESCAPED(number, from, to) \
    SPAN_OF(number, from, to); \
    if (__builtin_expect(r.mark[MARK_ESCAPE] > (from), 0)) \
        r.escaped |= UINT64_C(1) << (number);
#define SPAN_ESCAPED(name, from, to) SPAN_OF_ESCAPED(LOCUS_LOG_##name, from, to)
#define COMMIT(name)    SPAN_ESCAPED(name, r.mark[MARK_BEGIN], p)

/* In most formats no byte of a token begins an escape. */
#ifndef METHOD_END
#define METHOD_END      MARK(METHOD)
#define METHOD_ESCAPED
#endif
#define REQUEST(kind) \
    COMMIT(REQUEST) \
    r.request = LOCUS_LOG_REQUEST_##kind;
#define REQUEST_LINE(kind, target_end) \
    REQUEST(kind) \
    SPAN(METHOD, r.mark[MARK_BEGIN], r.mark[MARK_METHOD]); \
    METHOD_ESCAPED \
    SPAN(TARGET, r.mark[MARK_METHOD] + 1, target_end); \
    if (__builtin_expect(r.mark[MARK_ESCAPE] > r.mark[MARK_METHOD], 0)) \
        r.escaped |= FIELD_BIT(TARGET);
#define REQUEST_SIMPLE  REQUEST_LINE(SIMPLE, p)
#define REQUEST_HTTP \
    REQUEST_LINE(HTTP, r.mark[MARK_VERSION]) \
    SPAN(PROTOCOL, r.mark[MARK_VERSION] + 1, p); \
    if (__builtin_expect(r.mark[MARK_ESCAPE] > r.mark[MARK_VERSION], 0)) \
        r.escaped |= FIELD_BIT(PROTOCOL);

#define LINE(what) \
    r.kind = LOCUS_LOG_##what; \
    r.mark[MARK_CONTENTS] = p;
#define LINE_END \
    p++; \
    goto done;

#define FAIL(name) \
    if (r.failed < LOCUS_LOG_##name + 1) \
        r.failed = LOCUS_LOG_##name + 1;
enum { LOCUS_LOG_LINE = -1 };

#endif
