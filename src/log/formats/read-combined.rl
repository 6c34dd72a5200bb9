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

#define FIRST_PORT_END  r.mark[MARK_FIRST] = p; r.mark[MARK_HOST] = r.mark[MARK_COLON];
#define FIRST_END       r.mark[MARK_FIRST] = r.mark[MARK_HOST] = p;
#define FIRST_NONE      FIRST_END r.flags |= FIRST_DASH;
#define SECOND_NONE     r.mark[MARK_SECOND] = p; r.flags |= SECOND_DASH;
#define THIRD_NONE      r.mark[MARK_THIRD] = p; r.flags |= THIRD_DASH;

/* Sets a field to a word, unless that is "-". An escape anywhere before the request marks
   each such field as escaped. */
#define FRAME_SPAN(name, from, to, dash) \
    if (!(r.flags & (dash))) { \
        SPAN(name, from, to); \
        if (__builtin_expect(r.mark[MARK_ESCAPE] > text, 0)) \
            r.escaped |= FIELD_BIT(name); \
    }

/* The user and the time, on the quotation mark after them. All times have one length. */
#define FRAME_END(user_begin) { \
    enum { LENGTH = sizeof "10/Oct/2000:13:55:36 -0700" - 1 }; \
    const unsigned char *const time = p - 2 - LENGTH; \
    const unsigned char *const user = time - 2; \
\
    SPAN(TIME, time, time + LENGTH); \
    if (user == r.mark[MARK_USER_EMPTY]) { \
        SPAN(USER, (user_begin) + 1, user - 1); \
    } else if (user != r.mark[MARK_USER_NONE]) { \
        FRAME_SPAN(USER, user_begin, user, 0) \
    } \
    BEGIN_AFTER \
}

#define COMMON \
    FRAME_SPAN(CLIENT, text, r.mark[MARK_FIRST], FIRST_DASH) \
    FRAME_SPAN(COMBINED_IDENT, r.mark[MARK_FIRST] + 1, r.mark[MARK_SECOND], SECOND_DASH) \
    FRAME_END(r.mark[MARK_SECOND] + 1)

#define VIRTUAL \
    FRAME_SPAN(VHOST, text, r.mark[MARK_HOST], FIRST_DASH) \
    if (r.mark[MARK_HOST] != r.mark[MARK_FIRST]) \
        SPAN(COMBINED_VHOST_PORT, r.mark[MARK_HOST] + 1, r.mark[MARK_FIRST]); \
    FRAME_SPAN(CLIENT, r.mark[MARK_FIRST] + 1, r.mark[MARK_SECOND], 0) \
    FRAME_SPAN(COMBINED_IDENT, r.mark[MARK_SECOND] + 1, r.mark[MARK_THIRD], THIRD_DASH) \
    FRAME_END(r.mark[MARK_THIRD] + 1)

#include "runs/read-combined-runs.h"

%%{
machine combined;
getkey KEY;
include log_events "log/log-events.rl";

action colon            { MARK(COLON) }         # a ":" of the first word
action first_end        { FIRST_END }
action first_port_end   { FIRST_PORT_END }      # it ends in the last ":" and digits
action first_none       { FIRST_NONE }          # it is "-"
action second_end       { MARK(SECOND) }
action second_none      { SECOND_NONE }
action third_end        { MARK(THIRD) }
action third_none       { THIRD_NONE }
action user_none        { MARK(USER_NONE) }     # the user is "-" if it ends here
action user_empty       { MARK(USER_EMPTY) }    # it is empty if it ends here
action common           { COMMON }              # on the quotation mark of the request
action virtual          { VIRTUAL }
action trailing_end     { COMMIT(COMBINED_TRAILING) }

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

#include "log/next.h"
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
