/* SPDX-License-Identifier: MIT
 *
 * The format alb: access logs of AWS's load balancers (grammar/log/formats/alb.rl).
 */
#define LOG_FORMAT alb
#include "log/format.h"

#ifdef KERNEL
#include "log/reader.h"

enum { MARK_COLON = MARK_OWN };    /* the last ":" of the client */

#define CLIENT_PORT \
    SPAN_ESCAPED(CLIENT, r.mark[MARK_BEGIN], r.mark[MARK_COLON]) \
    SPAN(ALB_CLIENT_PORT, r.mark[MARK_COLON] + 1, p);

#include "runs/read-alb-runs.h"

%%{
machine alb;
getkey KEY;
include log_events "log/log-events.rl";

action colon            { MARK(COLON) }         # a ":" of the client
action client_port_end  { CLIENT_PORT }
action type_end         { COMMIT(ALB_TYPE) }
action elb_end          { COMMIT(ALB_ELB) }
action backend_end      { COMMIT(ALB_BACKEND) }
action request_time_end { COMMIT(ALB_REQUEST_TIME) }
action response_time_end { COMMIT(ALB_RESPONSE_TIME) }
action backend_status_end { COMMIT(ALB_BACKEND_STATUS) }
action received_end     { COMMIT(ALB_RECEIVED) }
action cipher_end       { COMMIT(ALB_CIPHER) }
action tls_end          { COMMIT(ALB_TLS) }
action group_end        { COMMIT(ALB_GROUP) }
action trace_id_end     { COMMIT(ALB_TRACE_ID) }
action cert_end         { COMMIT(ALB_CERT) }
action rule_end         { COMMIT(ALB_RULE) }
action creation_end     { COMMIT(ALB_CREATION) }
action actions_end      { COMMIT(ALB_ACTIONS) }
action redirect_end     { COMMIT(ALB_REDIRECT) }
action error_end        { COMMIT(ALB_ERROR) }
action backends_end     { COMMIT(ALB_BACKENDS) }
action statuses_end     { COMMIT(ALB_STATUSES) }
action class_end        { COMMIT(ALB_CLASS) }
action reason_end       { COMMIT(ALB_REASON) }
action conn_trace_id_end { COMMIT(ALB_CONN_TRACE_ID) }
action trailing_end     { COMMIT(ALB_TRAILING) }
action bad_elb          { FAIL(ALB_ELB) }
action bad_backend      { FAIL(ALB_BACKEND) }
action bad_request_time { FAIL(ALB_REQUEST_TIME) }
action bad_response_time { FAIL(ALB_RESPONSE_TIME) }
action bad_backend_status { FAIL(ALB_BACKEND_STATUS) }
action bad_received     { FAIL(ALB_RECEIVED) }
action bad_cipher       { FAIL(ALB_CIPHER) }
action bad_tls          { FAIL(ALB_TLS) }
action bad_group        { FAIL(ALB_GROUP) }
action bad_trace_id     { FAIL(ALB_TRACE_ID) }
action bad_cert         { FAIL(ALB_CERT) }
action bad_rule         { FAIL(ALB_RULE) }
action bad_creation     { FAIL(ALB_CREATION) }
action bad_actions      { FAIL(ALB_ACTIONS) }
action bad_redirect     { FAIL(ALB_REDIRECT) }
action bad_error        { FAIL(ALB_ERROR) }
action bad_backends     { FAIL(ALB_BACKENDS) }
action bad_statuses     { FAIL(ALB_STATUSES) }
action bad_class        { FAIL(ALB_CLASS) }
action bad_reason       { FAIL(ALB_REASON) }
action bad_conn_trace_id { FAIL(ALB_CONN_TRACE_ID) }

include alb "log/formats/alb.rl";
write data noerror nofinal noentry;
}%%

static ALL_HOT int read_line(struct locus_log *log, struct locus_log_line *restrict line,
                             const unsigned char *const text, const unsigned char *const pe,
                             int end)
{
    const unsigned char *p = text + log->internal.read;
    const unsigned char *const eof = end ? pe : NULL;
    struct reading r;
    LENS_BEGIN(alb)
    int cs = reading_begins(&r, log, line, text, alb_start);

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
    .name = "alb",
    .description = "AWS's Application and Classic Load Balancers",
    .fields = FIELD_BIT(CLIENT) | FIELD_BIT(TIME) | FIELD_BIT(REQUEST)
            | FIELD_BIT(METHOD) | FIELD_BIT(TARGET) | FIELD_BIT(PROTOCOL)
            | FIELD_BIT(STATUS) | FIELD_BIT(BYTES) | FIELD_BIT(AGENT) | FIELD_BIT(VHOST)
            | FIELD_BIT(DURATION) | FIELD_BIT(ALB_TYPE) | FIELD_BIT(ALB_ELB)
            | FIELD_BIT(ALB_CLIENT_PORT) | FIELD_BIT(ALB_BACKEND)
            | FIELD_BIT(ALB_REQUEST_TIME) | FIELD_BIT(ALB_RESPONSE_TIME)
            | FIELD_BIT(ALB_BACKEND_STATUS) | FIELD_BIT(ALB_RECEIVED)
            | FIELD_BIT(ALB_CIPHER) | FIELD_BIT(ALB_TLS) | FIELD_BIT(ALB_GROUP)
            | FIELD_BIT(ALB_TRACE_ID) | FIELD_BIT(ALB_CERT) | FIELD_BIT(ALB_RULE)
            | FIELD_BIT(ALB_CREATION) | FIELD_BIT(ALB_ACTIONS) | FIELD_BIT(ALB_REDIRECT)
            | FIELD_BIT(ALB_ERROR) | FIELD_BIT(ALB_BACKENDS) | FIELD_BIT(ALB_STATUSES)
            | FIELD_BIT(ALB_CLASS) | FIELD_BIT(ALB_REASON)
            | FIELD_BIT(ALB_CONN_TRACE_ID) | FIELD_BIT(ALB_TRAILING),
    .own = { "type", "elb", "client-port", "backend", "request-time", "response-time",
             "backend-status", "received-bytes", "ssl-cipher", "ssl-protocol",
             "target-group", "trace-id", "certificate", "rule-priority",
             "creation-time", "actions", "redirect-url", "error-reason", "backends",
             "backend-statuses", "classification", "classification-reason",
             "connection-id", "trailing" }
)
