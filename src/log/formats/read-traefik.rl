/* SPDX-License-Identifier: MIT
 *
 * The format traefik: Traefik's access logs in the format common (grammar/log/formats/traefik.rl).
 */
#define LOG_FORMAT traefik
#include "log/format.h"

#ifdef KERNEL
#include "log/reader.h"

enum {
    MARK_USER_NONE = MARK_OWN, /* where a user ends that is "-" */
    MARK_END                   /* where a field may end */
};

/* The user and the time, on the quotation mark `p` after them. All times have one length. */
static ALWAYS_INLINE void set_user_time(struct reading *r, struct locus_log_line *line,
                                        const unsigned char *text, const unsigned char *p)
{
    enum { LENGTH = sizeof "10/Oct/2000:13:55:36 -0700" - 1 };
    const unsigned char *const time = p - 2 - LENGTH;
    const unsigned char *const user_end = time - 2;

    set_field(r, line, text, LOCUS_LOG_TIME, time, time + LENGTH);
    if (user_end != r->mark[MARK_USER_NONE])
        set_field(r, line, text, LOCUS_LOG_USER, r->mark[MARK_BEGIN], user_end);
}

#include "runs/read-traefik-runs.h"

%%{
machine traefik;
getkey KEY;
include log_events "log/log-events.rl";
include request_events "log/request-events.rl";

action user_none        { r.mark[MARK_USER_NONE] = p; } # the user is "-" if it ends here
# On the quotation mark of the request.
action user_time        { set_user_time(&r, line, text, p); r.mark[MARK_BEGIN] = p + 1; }
action end              { r.mark[MARK_END] = p; } # on a quotation mark that may end the field
# On the quotation mark of the next text. There is one space between two fields.
action referer_ended    { commit(&r, line, text, LOCUS_LOG_REFERER, r.mark[MARK_END]); }
action agent_ended      { commit(&r, line, text, LOCUS_LOG_AGENT, r.mark[MARK_END]); }
action agent_and_count_ended {
    commit(&r, line, text, LOCUS_LOG_AGENT, r.mark[MARK_END]);
    set_field(&r, line, text, LOCUS_LOG_TRAEFIK_COUNT, r.mark[MARK_END] + 2, p - 1);
}
action count_end        { commit(&r, line, text, LOCUS_LOG_TRAEFIK_COUNT, p); }
action router_end       { commit(&r, line, text, LOCUS_LOG_TRAEFIK_ROUTER, p); }
action server_end       { commit(&r, line, text, LOCUS_LOG_TRAEFIK_SERVER, p); }
action trailing_end     { commit(&r, line, text, LOCUS_LOG_TRAEFIK_TRAILING, p); }
action bad_count        { fail(&r, LOCUS_LOG_TRAEFIK_COUNT); }
action bad_router       { fail(&r, LOCUS_LOG_TRAEFIK_ROUTER); }
action bad_server       { fail(&r, LOCUS_LOG_TRAEFIK_SERVER); }

include traefik "log/formats/traefik.rl";
write data noerror nofinal noentry;
}%%

static ALL_HOT int read_line(struct locus_log *log, struct locus_log_line *restrict line,
                             const unsigned char *const text, const unsigned char *const pe,
                             int end)
{
    const unsigned char *p = text + log->internal.read;
    const unsigned char *const eof = end ? pe : NULL;
    struct reading r;
    LENS_BEGIN(traefik)
    int cs = reading_begins(&r, log, line, text, traefik_start);

    %% write exec;
    if (__builtin_expect(!eof || r.failed >= 0, 0))
        return reading_stops(&r, log, line, text, p, cs);
done:
    return reading_ends(&r, line, text, p);
}

#include "log/next-line.h"
#endif

LOG_FORMAT_OBJECT(
    .name = "traefik",
    .description = "Traefik's common format",
    .fields = FIELD_BIT(CLIENT) | FIELD_BIT(USER) | FIELD_BIT(TIME) | FIELD_BIT(REQUEST)
            | FIELD_BIT(METHOD) | FIELD_BIT(TARGET) | FIELD_BIT(PROTOCOL)
            | FIELD_BIT(STATUS) | FIELD_BIT(BYTES) | FIELD_BIT(REFERER)
            | FIELD_BIT(AGENT) | FIELD_BIT(DURATION) | FIELD_BIT(TRAEFIK_COUNT)
            | FIELD_BIT(TRAEFIK_ROUTER) | FIELD_BIT(TRAEFIK_SERVER)
            | FIELD_BIT(TRAEFIK_TRAILING),
    .own = { "requests", "router", "server", "trailing" },
    .unescape = locus_log_unescape_quotes,
    .duration_digits = 3
)
