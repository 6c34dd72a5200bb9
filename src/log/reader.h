/* SPDX-License-Identifier: MIT
 *
 * A format's machine as a reader of lines: what its read_line() consists of, except for
 * the machine, and what its actions call. The format's file includes the actions that the
 * formats share (src/log/log-events.rl), and defines its own, its marks, and
 *
 *     static ALL_HOT int read_line(struct locus_log *log,
 *                                  struct locus_log_line *restrict line,
 *                                  const unsigned char *const text,
 *                                  const unsigned char *const pe, int end)
 *
 * which reads text[log->internal.read..pe), and then includes log/next-line.h. It returns 1 if
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
#include "log/return-line.h"

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

static ALWAYS_INLINE uint32_t offset_in(const unsigned char *text, const unsigned char *place)
{
    return (uint32_t)(place - text);
}

static __attribute__((noinline, cold)) int
reading_save(const struct reading *reading, struct locus_log *log,
             struct locus_log_line *line, const unsigned char *text, const unsigned char *p,
             int state)
{
    if (reading->failed >= 0) {
        no_record(line, reading->flags, reading->failed, offset_in(text, p));
        return LOCUS_ERROR_LOG;
    }
    for (int i = 0; i < MARK_LIMIT; i++)
        log->internal.place[i] = offset_in(text, reading->mark[i]);
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
    line->len = offset_in(text, contents);
    line->ending = (uint8_t)(p - contents);
    return 1;
}

/* Functions for the actions in read_line(), which pass its variables */

/* For code that few lines need: the compiler moves it away from the rest. */
#define RARELY_INLINE ALWAYS_INLINE __attribute__((cold))

/* Sets a field to from..to. */
static ALWAYS_INLINE void set_field(struct reading *r, struct locus_log_line *line,
                                    const unsigned char *text, unsigned field,
                                    const unsigned char *from, const unsigned char *to)
{
    line->field[field].off = offset_in(text, from);
    line->field[field].len = (uint32_t)(to - from);
    r->present |= UINT64_C(1) << field;
}

/* Records that the field contains an escape. Few do, so a predicted branch is best. The
   empty statement keeps compilers from computing the bit for every field instead. */
static ALWAYS_INLINE void set_escaped(struct reading *r, unsigned field)
{
    __asm__ volatile ("");
    r->escaped |= UINT64_C(1) << field;
}

/* Whether the last "\" was read after `byte`, or is this byte. */
static ALWAYS_INLINE int is_escape_after(const struct reading *r, const unsigned char *byte)
{
    return __builtin_expect(r->mark[MARK_ESCAPE] > byte, 0) != 0;
}

/* The field that began last ends before `p`. */
static ALWAYS_INLINE void commit(struct reading *r, struct locus_log_line *line,
                                 const unsigned char *text, unsigned field,
                                 const unsigned char *p)
{
    const unsigned char *const begin = r->mark[MARK_BEGIN];

    set_field(r, line, text, field, begin, p);
    if (is_escape_after(r, begin))
        set_escaped(r, field);
}

/* `after`: after a byte of an escape. */
static RARELY_INLINE void note_escape(struct reading *r, const unsigned char *after)
{
    r->mark[MARK_ESCAPE] = after;
}

/* A request ends before `p` that is not an HTTP request line. `kind`: enum
   locus_log_request. */
static RARELY_INLINE void commit_other_request(struct reading *r, struct locus_log_line *line,
                                               const unsigned char *text, int kind,
                                               const unsigned char *p)
{
    commit(r, line, text, LOCUS_LOG_REQUEST, p);
    r->request = kind;
}

/* A request ends before `p` that has a method, a target and, with `has_protocol`, a protocol.
   The last two begin after a space, which begins no escape. */
static ALWAYS_INLINE void
commit_request_line(struct reading *r, struct locus_log_line *line, const unsigned char *text,
                    int has_protocol, const unsigned char *target_end, const unsigned char *p)
{
    const unsigned char *const begin = r->mark[MARK_BEGIN];
    const unsigned char *const method_end = r->mark[MARK_METHOD];

    set_field(r, line, text, LOCUS_LOG_REQUEST, begin, p);
    set_field(r, line, text, LOCUS_LOG_METHOD, begin, method_end);
    set_field(r, line, text, LOCUS_LOG_TARGET, method_end + 1, target_end);
    if (has_protocol)
        set_field(r, line, text, LOCUS_LOG_PROTOCOL, target_end + 1, p);
    if (is_escape_after(r, begin)) {
        set_escaped(r, LOCUS_LOG_REQUEST);
        if (is_escape_after(r, method_end))
            set_escaped(r, LOCUS_LOG_TARGET);
        if (has_protocol && is_escape_after(r, target_end))
            set_escaped(r, LOCUS_LOG_PROTOCOL);
    }
}

static ALWAYS_INLINE void
commit_simple_request(struct reading *r, struct locus_log_line *line,
                      const unsigned char *text, const unsigned char *p)
{
    commit_request_line(r, line, text, 0, p, p);
    r->request = LOCUS_LOG_REQUEST_SIMPLE;
}

static ALWAYS_INLINE void
commit_http_request(struct reading *r, struct locus_log_line *line, const unsigned char *text,
                    const unsigned char *p)
{
    commit_request_line(r, line, text, 1, r->mark[MARK_VERSION], p);
    r->request = LOCUS_LOG_REQUEST_HTTP;
}

/* In HAProxy's logs a "#" begins an escape, but a token may contain it. `escape` is
   MARK_ESCAPE at the end of the method. */
static ALWAYS_INLINE void note_method_escape(struct reading *r, const unsigned char *escape)
{
    if (__builtin_expect(escape > r->mark[MARK_BEGIN], 0))
        set_escaped(r, LOCUS_LOG_METHOD);
}

/* In place of a field: the line does not end. */
enum { LINE_END = -1 };

/* The field cannot be read. Of several, the last one is reported. */
static ALWAYS_INLINE void fail(struct reading *r, int field)
{
    r->failed = r->failed < field + 1 ? field + 1 : r->failed;
}

#endif
