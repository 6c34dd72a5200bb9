/* SPDX-License-Identifier: MIT
 *
 * The format combined: access logs of Apache and nginx (grammar/log/combined.rl).
 */
#define LOG_FORMAT combined
#include "log/format.h"

#ifdef KERNEL
/* first, second, third    where these words end
   host                    where the first ends without its port, if it has one
   colon                   its last ":"
   user_none, user_empty   where a user ends that is "-", and one that is empty */
#define FORMAT_MARKS(X) \
    X(first) X(second) X(third) X(host) X(colon) X(user_none) X(user_empty)
#include "log/reader.h"

/* A word is "-". */
enum { FIRST_DASH = FLAG_OWN, SECOND_DASH = FLAG_OWN << 1, THIRD_DASH = FLAG_OWN << 2 };

#define FIRST_PORT_END  first = p; host = colon;
#define FIRST_END       first = host = p;
#define FIRST_NONE      first = host = p; flags |= FIRST_DASH;
#define SECOND_NONE     second = p; flags |= SECOND_DASH;
#define THIRD_NONE      third = p; flags |= THIRD_DASH;

/* A word, unless it is "-". Its escapes count as escapes of the whole frame. */
#define FRAME_SPAN(name, from, to, dash) \
    if (!(flags & (dash))) { \
        SPAN(name, from, to); \
        if (__builtin_expect(escape > text, 0)) \
            escaped |= BIT(name); \
    }

/* The user and the time, on the quotation mark after them. A time has one length only. */
#define FRAME_END(user_begin) { \
    enum { LENGTH = sizeof "10/Oct/2000:13:55:36 -0700" - 1 }; \
    const unsigned char *const time = p - 2 - LENGTH; \
    const unsigned char *const user = time - 2; \
\
    SPAN(TIME, time, time + LENGTH); \
    if (user == user_empty) { \
        SPAN(USER, (user_begin) + 1, user - 1); \
    } else if (user != user_none) { \
        FRAME_SPAN(USER, user_begin, user, 0) \
    } \
    BEGIN_AFTER \
}

#define COMMON \
    FRAME_SPAN(CLIENT, text, first, FIRST_DASH) \
    FRAME_SPAN(COMBINED_IDENT, first + 1, second, SECOND_DASH) \
    FRAME_END(second + 1)

#define VIRTUAL \
    FRAME_SPAN(VHOST, text, host, FIRST_DASH) \
    if (host != first) \
        SPAN(COMBINED_VHOST_PORT, host + 1, first); \
    FRAME_SPAN(CLIENT, first + 1, second, 0) \
    FRAME_SPAN(COMBINED_IDENT, second + 1, third, THIRD_DASH) \
    FRAME_END(third + 1)

#include "runs/combined-runs.h"

%%{
machine combined;
getkey KEY;
include log_events "log/log-events.rl";

action colon            { MARK(colon) }         # a ":" of the first word
action first_end        { FIRST_END }
action first_port_end   { FIRST_PORT_END }      # it ends in the last ":" and digits
action first_none       { FIRST_NONE }          # it is "-"
action second_end       { MARK(second) }
action second_none      { SECOND_NONE }
action third_end        { MARK(third) }
action third_none       { THIRD_NONE }
action user_none        { MARK(user_none) }     # the user is "-" if it ends here
action user_empty       { MARK(user_empty) }    # it is empty if it ends here
action common           { COMMON }              # on the quotation mark of the request
action virtual          { VIRTUAL }
action trailing_end     { COMMIT(COMBINED_TRAILING) }

include combined "log/combined.rl";
write data noerror nofinal noentry;
}%%

static ALL_HOT int read_line(READ_LINE_PARAMETERS)
{
    READ_LINE_BEGIN(combined)
    %% write exec;
    READ_LINE_END
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
