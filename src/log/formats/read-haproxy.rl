/* SPDX-License-Identifier: MIT
 *
 * The format haproxy: HAProxy's logs of HTTP requests (grammar/log/formats/haproxy.rl).
 */
#define LOG_FORMAT haproxy
#include "log/format.h"

#ifdef KERNEL
#include "log/reader.h"

enum {
    MARK_COLON = MARK_OWN,         /* the last ":" of the client */
    MARK_TIMER,                    /* the byte before the last timer */
    MARK_METHOD_ESCAPE             /* MARK_ESCAPE at the end of the method */
};

#include "runs/read-haproxy-runs.h"

%%{
machine haproxy;
getkey KEY;
include log_events "log/log-events.rl";
include escaped_request_events "log/escaped-request-events.rl";

action colon            { r.mark[MARK_COLON] = p; } # a ":" of the client
action client_port_end {
    commit(&r, line, text, LOCUS_LOG_CLIENT, r.mark[MARK_COLON]);
    set_field(&r, line, text, LOCUS_LOG_HAPROXY_CLIENT_PORT, r.mark[MARK_COLON] + 1, p);
}
action frontend_end     { commit(&r, line, text, LOCUS_LOG_HAPROXY_FRONTEND, p); }
action backend_end      { commit(&r, line, text, LOCUS_LOG_HAPROXY_BACKEND, p); }
action server_end       { commit(&r, line, text, LOCUS_LOG_HAPROXY_SERVER, p); }
action timer            { r.mark[MARK_TIMER] = p; } # a byte before a timer
action timers_end {
    commit(&r, line, text, LOCUS_LOG_HAPROXY_TIMERS, p);
    set_field(&r, line, text, LOCUS_LOG_DURATION, r.mark[MARK_TIMER] + 1, p);
}
# The last timer is negative.
action timers_aborted   { commit(&r, line, text, LOCUS_LOG_HAPROXY_TIMERS, p); }
action request_cookie_end { commit(&r, line, text, LOCUS_LOG_HAPROXY_REQUEST_COOKIE, p); }
action response_cookie_end { commit(&r, line, text, LOCUS_LOG_HAPROXY_RESPONSE_COOKIE, p); }
action state_end        { commit(&r, line, text, LOCUS_LOG_HAPROXY_STATE, p); }
action connections_end  { commit(&r, line, text, LOCUS_LOG_HAPROXY_CONNECTIONS, p); }
action queues_end       { commit(&r, line, text, LOCUS_LOG_HAPROXY_QUEUES, p); }
# Belongs to the last "}".
action captures_end     { commit(&r, line, text, LOCUS_LOG_HAPROXY_CAPTURES, p); }
action trailing_end     { commit(&r, line, text, LOCUS_LOG_HAPROXY_TRAILING, p); }
action bad_frontend     { fail(&r, LOCUS_LOG_HAPROXY_FRONTEND); }
action bad_backend      { fail(&r, LOCUS_LOG_HAPROXY_BACKEND); }
action bad_server       { fail(&r, LOCUS_LOG_HAPROXY_SERVER); }
action bad_timers       { fail(&r, LOCUS_LOG_HAPROXY_TIMERS); }
action bad_request_cookie { fail(&r, LOCUS_LOG_HAPROXY_REQUEST_COOKIE); }
action bad_response_cookie { fail(&r, LOCUS_LOG_HAPROXY_RESPONSE_COOKIE); }
action bad_state        { fail(&r, LOCUS_LOG_HAPROXY_STATE); }
action bad_connections  { fail(&r, LOCUS_LOG_HAPROXY_CONNECTIONS); }
action bad_queues       { fail(&r, LOCUS_LOG_HAPROXY_QUEUES); }
action bad_captures     { fail(&r, LOCUS_LOG_HAPROXY_CAPTURES); }

# The fields of the syslog header are recorded only by the syslog envelope.
action here             { }
action word_begins      { }
action priority_begins  { }
action priority_end     { }
action logged_end       { }
action sender_end       { }
action program_end      { }
action process_end      { }

include haproxy "log/formats/haproxy.rl";
write data noerror nofinal noentry;
}%%

static ALL_HOT int read_line(struct locus_log *log, struct locus_log_line *restrict line,
                             const unsigned char *const text, const unsigned char *const pe,
                             int end)
{
    const unsigned char *p = text + log->internal.read;
    const unsigned char *const eof = end ? pe : NULL;
    struct reading r;
    LENS_BEGIN(haproxy)
    int cs = reading_begins(&r, log, line, text, haproxy_start);

    %% write exec;
    if (__builtin_expect(!eof || r.failed >= 0, 0))
        return reading_stops(&r, log, line, text, p, cs);
done:
    return reading_ends(&r, line, text, p);
}

#include "log/next-line.h"
#endif

LOG_FORMAT_OBJECT(
    .unescape = locus_log_unescape_hash,
    .name = "haproxy",
    .description = "HAProxy's HTTP and HTTPS formats",
    .fields = FIELD_BIT(CLIENT) | FIELD_BIT(TIME) | FIELD_BIT(REQUEST) | FIELD_BIT(METHOD)
            | FIELD_BIT(TARGET) | FIELD_BIT(PROTOCOL) | FIELD_BIT(STATUS) | FIELD_BIT(BYTES)
            | FIELD_BIT(DURATION) | FIELD_BIT(HAPROXY_CLIENT_PORT)
            | FIELD_BIT(HAPROXY_FRONTEND) | FIELD_BIT(HAPROXY_BACKEND)
            | FIELD_BIT(HAPROXY_SERVER) | FIELD_BIT(HAPROXY_TIMERS)
            | FIELD_BIT(HAPROXY_REQUEST_COOKIE) | FIELD_BIT(HAPROXY_RESPONSE_COOKIE)
            | FIELD_BIT(HAPROXY_STATE) | FIELD_BIT(HAPROXY_CONNECTIONS)
            | FIELD_BIT(HAPROXY_QUEUES) | FIELD_BIT(HAPROXY_CAPTURES)
            | FIELD_BIT(HAPROXY_TRAILING),
    .own = { "client-port", "frontend", "backend", "server", "timers", "request-cookie",
             "response-cookie", "state", "connections", "queues", "captures", "trailing" },
    .duration_digits = 3
)
