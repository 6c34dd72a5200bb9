/* SPDX-License-Identifier: MIT
 *
 * The format combined: access logs of Apache and nginx (grammar/log/formats/combined.rl).
 */
#define LOG_FORMAT combined
#include "log/format.h"

#ifdef KERNEL
#include "log/reader.h"

enum {
    /* Where these words end. */
    MARK_FIRST = MARK_OWN,
    MARK_SECOND,
    MARK_THIRD,
    MARK_HOST,                     /* where the first ends without its port, if it has one */
    MARK_COLON,                    /* its last ":" */
    MARK_USER_NONE,                /* where a user ends that is "-", */
    MARK_USER_EMPTY                /* and one that is empty */
};

/* Flags: the word is "-". */
enum { FIRST_DASH = FLAG_OWN, SECOND_DASH = FLAG_OWN << 1, THIRD_DASH = FLAG_OWN << 2 };

/* Sets a field to a word before the request. An escape anywhere before that marks each such
   field as escaped. */
static ALWAYS_INLINE void set_word(struct reading *r, struct locus_log_line *line,
                                   const unsigned char *text, unsigned field,
                                   const unsigned char *from, const unsigned char *to)
{
    set_field(r, line, text, field, from, to);
    if (is_escape_after(r, text))
        set_escaped(r, field);
}

/* The user and the time, on the quotation mark `p` after them. All times have one length. */
static ALWAYS_INLINE void set_user_time(struct reading *r, struct locus_log_line *line,
                                        const unsigned char *text, const unsigned char *user,
                                        const unsigned char *p)
{
    enum { LENGTH = sizeof "10/Oct/2000:13:55:36 -0700" - 1 };
    const unsigned char *const time = p - 2 - LENGTH;
    const unsigned char *const user_end = time - 2;

    set_field(r, line, text, LOCUS_LOG_TIME, time, time + LENGTH);
    if (user_end == r->mark[MARK_USER_EMPTY])
        set_field(r, line, text, LOCUS_LOG_USER, user + 1, user_end - 1);
    else if (user_end != r->mark[MARK_USER_NONE])
        set_word(r, line, text, LOCUS_LOG_USER, user, user_end);
}

/* "%h %l %u %t" */
static ALWAYS_INLINE void set_common(struct reading *r, struct locus_log_line *line,
                                     const unsigned char *text, const unsigned char *p)
{
    const unsigned char *const first = r->mark[MARK_FIRST];
    const unsigned char *const second = r->mark[MARK_SECOND];

    if (!(r->flags & FIRST_DASH))
        set_word(r, line, text, LOCUS_LOG_CLIENT, text, first);
    if (!(r->flags & SECOND_DASH))
        set_word(r, line, text, LOCUS_LOG_COMBINED_IDENT, first + 1, second);
    set_user_time(r, line, text, second + 1, p);
}

/* "%v %h %l %u %t", or with "%v:%p" */
static ALWAYS_INLINE void set_virtual(struct reading *r, struct locus_log_line *line,
                                      const unsigned char *text, const unsigned char *p)
{
    const unsigned char *const host = r->mark[MARK_HOST];
    const unsigned char *const first = r->mark[MARK_FIRST];
    const unsigned char *const second = r->mark[MARK_SECOND];
    const unsigned char *const third = r->mark[MARK_THIRD];

    if (!(r->flags & FIRST_DASH))
        set_word(r, line, text, LOCUS_LOG_VHOST, text, host);
    if (host != first)
        set_field(r, line, text, LOCUS_LOG_COMBINED_VHOST_PORT, host + 1, first);
    set_word(r, line, text, LOCUS_LOG_CLIENT, first + 1, second);
    if (!(r->flags & THIRD_DASH))
        set_word(r, line, text, LOCUS_LOG_COMBINED_IDENT, second + 1, third);
    set_user_time(r, line, text, third + 1, p);
}

#include "runs/read-combined-runs.h"

%%{
machine combined;
getkey KEY;
include log_events "log/log-events.rl";
include request_events "log/request-events.rl";

action colon            { r.mark[MARK_COLON] = p; } # a ":" of the first word
action first_end        { r.mark[MARK_FIRST] = r.mark[MARK_HOST] = p; }
# The first word ends in the last ":" and digits.
action first_port_end   { r.mark[MARK_FIRST] = p; r.mark[MARK_HOST] = r.mark[MARK_COLON]; }
# It is "-".
action first_none       { r.mark[MARK_FIRST] = r.mark[MARK_HOST] = p; r.flags |= FIRST_DASH; }
action second_end       { r.mark[MARK_SECOND] = p; }
action second_none      { r.mark[MARK_SECOND] = p; r.flags |= SECOND_DASH; }
action third_end        { r.mark[MARK_THIRD] = p; }
action third_none       { r.mark[MARK_THIRD] = p; r.flags |= THIRD_DASH; }
action user_none        { r.mark[MARK_USER_NONE] = p; } # the user is "-" if it ends here
action user_empty       { r.mark[MARK_USER_EMPTY] = p; } # it is empty if it ends here
# On the quotation mark of the request.
action common           { set_common(&r, line, text, p); r.mark[MARK_BEGIN] = p + 1; }
action virtual          { set_virtual(&r, line, text, p); r.mark[MARK_BEGIN] = p + 1; }
action trailing_end     { commit(&r, line, text, LOCUS_LOG_COMBINED_TRAILING, p); }

include combined "log/formats/combined.rl";
write data noerror nofinal noentry;
}%%

static ALL_HOT int read_line(struct locus_log *log, struct locus_log_line *restrict line,
                             const unsigned char *const text, const unsigned char *const pe,
                             int end)
{
    const unsigned char *p = text + log->internal.read;
    const unsigned char *const eof = end ? pe : NULL;
    struct reading r;
    LENS_BEGIN(combined)
    int cs = reading_begins(&r, log, line, text, combined_start);

    %% write exec;
    if (__builtin_expect(!eof || r.failed >= 0, 0))
        return reading_stops(&r, log, line, text, p, cs);
done:
    return reading_ends(&r, line, text, p);
}

#include "log/next-line.h"
#endif

LOG_FORMAT_OBJECT(
    .unescape = locus_log_unescape,
    .name = "combined",
    .description = "Apache's and nginx's combined and common formats",
    .fields = FIELD_BIT(CLIENT) | FIELD_BIT(USER) | FIELD_BIT(TIME) | FIELD_BIT(REQUEST)
            | FIELD_BIT(METHOD) | FIELD_BIT(TARGET) | FIELD_BIT(PROTOCOL)
            | FIELD_BIT(STATUS) | FIELD_BIT(BYTES) | FIELD_BIT(REFERER) | FIELD_BIT(AGENT)
            | FIELD_BIT(VHOST) | FIELD_BIT(COMBINED_IDENT) | FIELD_BIT(COMBINED_VHOST_PORT)
            | FIELD_BIT(COMBINED_TRAILING),
    .own = { "ident", "vhost-port", "trailing" }
)
