/* SPDX-License-Identifier: MIT
 *
 * The format haproxy: HAProxy's logs of HTTP requests (grammar/log/formats/haproxy.rl).
 */
#define LOG_FORMAT haproxy
#include "log/format.h"

#ifdef KERNEL
/* A "#" begins an escape, but a token may contain it: a method may be escaped. */
#define METHOD_END \
    MARK(METHOD) \
    r.mark[MARK_METHOD_ESCAPE] = r.mark[MARK_ESCAPE];
#define METHOD_ESCAPED \
    if (__builtin_expect(r.mark[MARK_METHOD_ESCAPE] > r.mark[MARK_BEGIN], 0)) \
        r.escaped |= FIELD_BIT(METHOD);
#include "log/reader.h"

enum {
    MARK_COLON = MARK_OWN,         /* the last ":" of the client */
    MARK_TIMER,                    /* the byte before the last timer */
    MARK_METHOD_ESCAPE             /* MARK_ESCAPE at the end of the method */
};

#define CLIENT_PORT \
    SPAN_ESCAPED(CLIENT, r.mark[MARK_BEGIN], r.mark[MARK_COLON]) \
    SPAN(HAPROXY_CLIENT_PORT, r.mark[MARK_COLON] + 1, p);

#define TIMERS \
    COMMIT(HAPROXY_TIMERS) \
    SPAN(DURATION, r.mark[MARK_TIMER] + 1, p);

#include "runs/read-haproxy-runs.h"

%%{
machine haproxy;
getkey KEY;
include log_events "log/log-events.rl";

action colon            { MARK(COLON) }         # a ":" of the client
action client_port_end  { CLIENT_PORT }
action frontend_end     { COMMIT(HAPROXY_FRONTEND) }
action backend_end      { COMMIT(HAPROXY_BACKEND) }
action server_end       { COMMIT(HAPROXY_SERVER) }
action timer            { MARK(TIMER) }         # a byte before a timer
action timers_end       { TIMERS }
action timers_aborted   { COMMIT(HAPROXY_TIMERS) } # the last timer is negative
action request_cookie_end { COMMIT(HAPROXY_REQUEST_COOKIE) }
action response_cookie_end { COMMIT(HAPROXY_RESPONSE_COOKIE) }
action state_end        { COMMIT(HAPROXY_STATE) }
action connections_end  { COMMIT(HAPROXY_CONNECTIONS) }
action queues_end       { COMMIT(HAPROXY_QUEUES) }
action captures_end     { COMMIT(HAPROXY_CAPTURES) } # of the last "}"
action trailing_end     { COMMIT(HAPROXY_TRAILING) }
action bad_frontend     { FAIL(HAPROXY_FRONTEND) }
action bad_backend      { FAIL(HAPROXY_BACKEND) }
action bad_server       { FAIL(HAPROXY_SERVER) }
action bad_timers       { FAIL(HAPROXY_TIMERS) }
action bad_request_cookie { FAIL(HAPROXY_REQUEST_COOKIE) }
action bad_response_cookie { FAIL(HAPROXY_RESPONSE_COOKIE) }
action bad_state        { FAIL(HAPROXY_STATE) }
action bad_connections  { FAIL(HAPROXY_CONNECTIONS) }
action bad_queues       { FAIL(HAPROXY_QUEUES) }
action bad_captures     { FAIL(HAPROXY_CAPTURES) }

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

#include "log/next.h"
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
