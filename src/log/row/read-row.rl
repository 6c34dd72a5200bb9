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

/* Whether the field that ends there is "-", or a user that is two quotation marks. A mark
   that an earlier field has set is never after the beginning of this one. */
static ALWAYS_INLINE int is_dash(const struct reading *r, const unsigned char *end)
{
    return end == r->mark[MARK_DASH] && end != r->mark[MARK_BEGIN];
}

static ALWAYS_INLINE int is_empty_user(const struct reading *r, const unsigned char *end)
{
    return end == r->mark[MARK_USER_EMPTY] && end != r->mark[MARK_BEGIN];
}

/* A user and a time, which ends two bytes before `p`, a quotation mark. */
static ALWAYS_INLINE void give_user_time(struct reading *r, struct locus_log_line *line,
                                         const unsigned char *text,
                                         const struct row_field *field,
                                         const unsigned char *p)
{
    enum { LENGTH = sizeof "10/Oct/2000:13:55:36 -0700" - 1 };
    const unsigned char *const time = p - 2 - LENGTH;
    const unsigned char *const user_end = time - 2;

    if (field->second != LOCUS_LOG_FIELD_LIMIT)
        set_field(r, line, text, field->second, time, time + LENGTH);
    if (field->field == LOCUS_LOG_FIELD_LIMIT)
        return;
    if (is_empty_user(r, user_end))
        set_field(r, line, text, field->field, r->mark[MARK_BEGIN] + 1, user_end - 1);
    else if (!is_dash(r, user_end))
        commit(r, line, text, field->field, user_end);
}

/* A host and the port after it, which ends at `end`. */
static ALWAYS_INLINE void give_host_port(struct reading *r, struct locus_log_line *line,
                                         const unsigned char *text,
                                         const struct row_field *field,
                                         const unsigned char *end)
{
    const unsigned char *const colon = r->mark[MARK_COLON];

    commit(r, line, text, field->field, colon);
    if (field->second != LOCUS_LOG_FIELD_LIMIT)
        set_field(r, line, text, field->second, colon + 1, end);
}

static ALWAYS_INLINE void give_request(struct reading *r, struct locus_log_line *line,
                                       const unsigned char *text, const unsigned char *end,
                                       unsigned char escape)
{
    const struct locus_log_line_request request =
        KERNEL_NAME(log_request)(line, text, r->mark[MARK_BEGIN], end, escape);

    r->present |= request.present;
    r->escaped |= request.escaped;
    r->request = request.kind;
}

%%{
machine log_row;
getkey KEY;
include log_events "log/log-events.rl";

action dash             { r.mark[MARK_DASH] = p + 1; } # a "-" that may be the field
# The text after the field may begin here.
action candidate {
    const unsigned char *after = p;
    const enum follows next = text_follows(row, field + 1, &after, pe);

    if (next == FOLLOWS)
        goto ended;
    if (__builtin_expect(next == IS_CUT && !eof, 0)) {
        cs = (ftargs);
        goto stop;
    }
}
# A line feed in the field.
action unended          { r.failed = field->error + 1; goto stop; }
action stop             { goto ended; }         # the byte after the field
action space_before     { p--; goto ended; }    # the field ends before the last byte,
action spaces_before    { p -= 2; goto ended; } # or the last two
action contents         { r.mark[MARK_CONTENTS] = p; } # the line's contents end here
action begin_after      { r.mark[MARK_BEGIN] = p + 1; } # the field begins after this byte
# The byte begins an escape in some formats.
action maybe_escape     { if (*p == row->escape) r.mark[MARK_ESCAPE] = p + 1; }
# The same in a field that has both.
action maybe_slash      { if (field->both) r.mark[MARK_ESCAPE] = p + 1; }
action colon            { r.mark[MARK_COLON] = p; } # a ":" of a host
action user_empty       { r.mark[MARK_USER_EMPTY] = p + 1; } # two quotation marks
action bad_field        { r.failed = field->error + 1; }

include log_row "log/row/log-row.rl";
write data noerror nofinal;
}%%

static const uint16_t entries[ROW_ENTRIES] = {
#define X(name) log_row_en_##name,
    LOG_ROW_ENTRIES(X)
#undef X
};

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
                r.failed = field->error + 1;
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
            if (is_empty_user(&r, end)) {
                set_field(&r, line, text, field->field, r.mark[MARK_BEGIN] + 1, end - 1);
                break;
            }
            /* FALLTHROUGH */
        case ROW_SPAN:
            if (!is_dash(&r, end))
                commit(&r, line, text, field->field, end);
            break;
        case ROW_SPAN_UNLESS_EMPTY:
            if (!is_dash(&r, end) && end != r.mark[MARK_BEGIN])
                commit(&r, line, text, field->field, end);
            break;
        case ROW_REQUEST:
            give_request(&r, line, text, end, field->both ? BOTH_ESCAPES : row->escape);
            break;
        case ROW_USER_TIME:
            give_user_time(&r, line, text, field, p);
            p++;
            break;
        case ROW_HOST_PORT:
            give_host_port(&r, line, text, field, end);
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
#include "log/next-line.h"

int KERNEL_NAME(log_next_row)(struct locus_log *log, const char *window, size_t len, int end,
                              struct locus_log_line *line)
{
    const int result = read_next(log, window, len, end, line);

    if (__builtin_expect(result == 1 && (line->error == LOCUS_ERROR_LOG
                                         || row_of(log)->may_be_blank), 0))
        locus_log_line_kind(line, window + line->off);
    return result;
}
