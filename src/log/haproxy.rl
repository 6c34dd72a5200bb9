/* SPDX-License-Identifier: MIT
 *
 * The format haproxy: HAProxy's logs of HTTP requests (grammar/log/haproxy.rl).
 */
#define LOG_FORMAT haproxy
#include "log/format.h"

#ifdef KERNEL
/* colon    the last ":" of the client
   timer    the byte before the last timer */
#define FORMAT_MARKS(X) X(colon) X(timer)
#include "log/reader.h"

#define CLIENT_PORT \
    SPAN(CLIENT, begin, colon); \
    if (__builtin_expect(escape > begin, 0)) \
        escaped |= BIT(CLIENT); \
    SPAN(HAPROXY_CLIENT_PORT, colon + 1, p);

#define TIMERS \
    COMMIT(HAPROXY_TIMERS) \
    SPAN(DURATION, timer + 1, p);

#include "runs/haproxy-runs.h"

%%{
machine haproxy;
getkey KEY;
include log_events "log/log-events.rl";

action colon            { MARK(colon) }         # a ":" of the client
action client_port_end  { CLIENT_PORT }
action frontend_end     { COMMIT(HAPROXY_FRONTEND) }
action backend_end      { COMMIT(HAPROXY_BACKEND) }
action server_end       { COMMIT(HAPROXY_SERVER) }
action timer            { MARK(timer) }         # a byte before a timer
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

include haproxy "log/haproxy.rl";
write data noerror nofinal noentry;
}%%

static ALL_HOT int read_line(READ_LINE_PARAMETERS)
{
    READ_LINE_BEGIN(haproxy)
    %% write exec;
    READ_LINE_END
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
