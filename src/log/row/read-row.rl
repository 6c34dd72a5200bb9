/* SPDX-License-Identifier: MIT
 *
 * Reads lines in a compiled format (row.h), once for each kernel: the text before each field
 * must equal the format's, and the machine's entry for the field (grammar/log/row/log-row.rl)
 * finds where the field ends.
 */
#include "log/row/row.h"

#include "log/reader.h"

#include "log/row/request.h"
#include "runs/read-row-runs.h"

enum {
    MARK_DASH = MARK_OWN,          /* where a field ends that is "-", */
    MARK_USER_EMPTY,               /* and a user that is empty */
    MARK_COLON                     /* the last ":" of a host */
};

/* `flags`: the number of the field, in units of ONE_FIELD, and whether the text before it is
   still to be read. */
enum { IN_TEXT = FLAG_OWN, ONE_FIELD = FLAG_OWN << 1 };

static ALWAYS_INLINE const struct row *row_of(const struct locus_log *log)
{
    return (const struct row *)log->internal.format;
}

/* Whether the text before a field follows in the line; IS_CUT: the window ends in it. */
enum follows { FOLLOWS, DIFFERS, IS_CUT };

static ALWAYS_INLINE enum follows
text_follows(const struct row *row, const struct row_field *field,
             const unsigned char *restrict *p, const unsigned char *pe)
{
    const unsigned char *const text = (const unsigned char *)row->texts + field->text;
    const unsigned char *at = *p;
    size_t k = 0;

    while (k < field->text_len) {
        if (__builtin_expect(at == pe, 0)) {
            *p = at;
            return IS_CUT;
        }
        if (__builtin_expect(*at != text[k], 0)) {
            *p = at;
            return DIFFERS;
        }
        at++;
        k++;
    }
    *p = at;
    return FOLLOWS;
}

/* On a byte that may begin the text after the field. */
#define CANDIDATE(state) { \
    const unsigned char *after = p; \
    const enum follows next = text_follows(row, field + 1, &after, pe); \
\
    if (next == FOLLOWS) \
        goto ended; \
    if (__builtin_expect(next == IS_CUT && !eof, 0)) { \
        cs = (state); \
        goto stop; \
    } \
}

#define FIELD_SPAN(from, to) \
    SPAN_OF_ESCAPED(field->field, from, to)

/* Whether the field that ends there is "-", or a user that is two quotation marks. A mark
   that an earlier field has set is never after the beginning of this one. */
#define IS_DASH(end) ((end) == r.mark[MARK_DASH] && (end) != r.mark[MARK_BEGIN])
#define IS_EMPTY_USER(end) ((end) == r.mark[MARK_USER_EMPTY] && (end) != r.mark[MARK_BEGIN])

#define MAYBE_ESCAPE \
    if (*p == row->escape) \
        r.mark[MARK_ESCAPE] = p + 1;

#define FIELD_FAILS     r.failed = field->error + 1;

%%{
machine log_row;
getkey KEY;
include log_events "log/log-events.rl";

action dash             { MARK(DASH) r.mark[MARK_DASH]++; } # a "-" that may be the field
action candidate        { CANDIDATE(ftargs) }   # the text after the field may begin here
action unended          { FIELD_FAILS goto stop; } # a line feed in the field
action stop             { goto ended; }         # the byte after the field
action space_before     { p--; goto ended; }    # the field ends before the last byte,
action spaces_before    { p -= 2; goto ended; } # or the last two
action contents         { MARK(CONTENTS) }      # the line's contents end here
action begin_after      { BEGIN_AFTER }         # the field begins after this byte
action maybe_escape     { MAYBE_ESCAPE }        # the byte begins an escape in some formats
action colon            { MARK(COLON) }         # a ":" of a host
action user_empty       { MARK(USER_EMPTY) r.mark[MARK_USER_EMPTY]++; } # two quotation marks
action bad_field        { FIELD_FAILS }

include log_row "log/row/log-row.rl";
write data noerror nofinal;
}%%

static const uint16_t entries[ROW_ENTRIES] = {
#define X(name) log_row_en_##name,
    LOG_ROW_ENTRIES(X)
#undef X
};

/* A user and a time, which ends two bytes before `p`, a quotation mark. */
#define GIVE_USER_TIME { \
    enum { LENGTH = sizeof "10/Oct/2000:13:55:36 -0700" - 1 }; \
    const unsigned char *const time = p - 2 - LENGTH; \
    const unsigned char *const user = time - 2; \
\
    if (field->second != LOCUS_LOG_FIELD_LIMIT) \
        SPAN_OF(field->second, time, time + LENGTH); \
    if (field->field != LOCUS_LOG_FIELD_LIMIT) { \
        if (IS_EMPTY_USER(user)) { \
            SPAN_OF(field->field, r.mark[MARK_BEGIN] + 1, user - 1); \
        } else if (!IS_DASH(user)) { \
            FIELD_SPAN(r.mark[MARK_BEGIN], user) \
        } \
    } \
    p++; \
}

#define GIVE_HOST_PORT { \
    FIELD_SPAN(r.mark[MARK_BEGIN], r.mark[MARK_COLON]) \
    if (field->second != LOCUS_LOG_FIELD_LIMIT) \
        SPAN_OF(field->second, r.mark[MARK_COLON] + 1, end); \
}

#define GIVE_REQUEST { \
    const struct locus_log_line_request request = \
        KERNEL_NAME(log_request)(line, text, r.mark[MARK_BEGIN], end, row->escape); \
\
    r.present |= request.present; \
    r.escaped |= request.escaped; \
    r.request = request.kind; \
}

static ALL_HOT int read_line(struct locus_log *log, struct locus_log_line *restrict line,
                             const unsigned char *const text, const unsigned char *const pe,
                             int end_)
{
    const struct row *const row = row_of(log);
    const unsigned char *p = text + log->internal.read;
    const unsigned char *const eof = end_ ? pe : NULL;
    const struct row_field *field;
    const unsigned char *end;
    struct reading r;
    int cs = reading_begins(&r, log, line, text, 0);
    LENS_BEGIN(log_row)

    field = row->field + r.flags / ONE_FIELD;
    if (__builtin_expect(log->internal.phase == PHASE_FORMAT && !(r.flags & IN_TEXT), 0))
        goto resume;
    r.flags &= ~(unsigned)IN_TEXT;
    for (;;) {
        /* The text before the field. */
        const unsigned char *const before = p;
        const enum follows follows = text_follows(row, field, &p, pe);

        if (__builtin_expect(follows != FOLLOWS, 0)) {
            if (follows == DIFFERS || eof) {
                FIELD_FAILS
            } else {
                p = before;
                r.flags |= IN_TEXT;
            }
            goto stop;
        }
        r.mark[MARK_BEGIN] = p;
        cs = entries[field->entry];
resume:
        %% write exec;
        if (__builtin_expect(!eof || r.failed >= 0, 0))
            goto stop;
ended:
        end = __builtin_expect(field->last, 0) ? r.mark[MARK_CONTENTS] : p;
        switch (field->gives) {
        case ROW_USER:
            if (IS_EMPTY_USER(end)) {
                SPAN_OF(field->field, r.mark[MARK_BEGIN] + 1, end - 1);
                break;
            }
            /* FALLTHROUGH */
        case ROW_SPAN:
            if (!IS_DASH(end)) {
                FIELD_SPAN(r.mark[MARK_BEGIN], end)
            }
            break;
        case ROW_SPAN_UNLESS_EMPTY:
            if (!IS_DASH(end) && end != r.mark[MARK_BEGIN]) {
                FIELD_SPAN(r.mark[MARK_BEGIN], end)
            }
            break;
        case ROW_REQUEST:
            GIVE_REQUEST
            break;
        case ROW_USER_TIME:
            GIVE_USER_TIME
            break;
        case ROW_HOST_PORT:
            GIVE_HOST_PORT
            break;
        default:
            break;
        }
        if (field->last)
            break;
        /* HAProxy writes one space where two would meet. */
        if (__builtin_expect(field->optional && end == r.mark[MARK_BEGIN], 0))
            p--;
        field++;
        r.flags += ONE_FIELD;
    }
    r.kind = LOCUS_LOG_RECORD;
    p += p < pe;                   /* the line feed */
    return reading_ends(&r, line, text, p);
stop:
    return reading_stops(&r, log, line, text, p, cs);
}

static locus_log_reader read_next;
#define LOG_READER read_next
#include "log/next.h"

int KERNEL_NAME(log_next_row)(struct locus_log *log, const char *window, size_t len, int end,
                              struct locus_log_line *line)
{
    const int result = read_next(log, window, len, end, line);

    if (__builtin_expect(result == 1 && (line->error == LOCUS_ERROR_LOG
                                         || row_of(log)->may_be_blank), 0))
        locus_log_line_kind(line, window + line->off);
    return result;
}
