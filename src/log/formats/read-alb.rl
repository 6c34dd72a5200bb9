/* SPDX-License-Identifier: MIT
 *
 * The format alb: access logs of AWS's load balancers (grammar/log/formats/alb.rl).
 */
#define LOG_FORMAT alb
#include "log/format.h"

#ifdef KERNEL
#include "log/reader.h"

enum { MARK_COLON = MARK_OWN };    /* the last ":" of the client */

#include "runs/read-alb-runs.h"

%%{
machine alb;
getkey KEY;
include log_events "log/log-events.rl";
include request_events "log/request-events.rl";

action colon            { r.mark[MARK_COLON] = p; } # a ":" of the client
action client_port_end {
    commit(&r, line, text, LOCUS_LOG_CLIENT, r.mark[MARK_COLON]);
    set_field(&r, line, text, LOCUS_LOG_ALB_CLIENT_PORT, r.mark[MARK_COLON] + 1, p);
}
action type_end         { commit(&r, line, text, LOCUS_LOG_ALB_TYPE, p); }
action elb_end          { commit(&r, line, text, LOCUS_LOG_ALB_ELB, p); }
action backend_end      { commit(&r, line, text, LOCUS_LOG_ALB_BACKEND, p); }
action request_time_end { commit(&r, line, text, LOCUS_LOG_ALB_REQUEST_TIME, p); }
action response_time_end { commit(&r, line, text, LOCUS_LOG_ALB_RESPONSE_TIME, p); }
action backend_status_end { commit(&r, line, text, LOCUS_LOG_ALB_BACKEND_STATUS, p); }
action received_end     { commit(&r, line, text, LOCUS_LOG_ALB_RECEIVED, p); }
action cipher_end       { commit(&r, line, text, LOCUS_LOG_ALB_CIPHER, p); }
action tls_end          { commit(&r, line, text, LOCUS_LOG_ALB_TLS, p); }
action group_end        { commit(&r, line, text, LOCUS_LOG_ALB_GROUP, p); }
action trace_id_end     { commit(&r, line, text, LOCUS_LOG_ALB_TRACE_ID, p); }
action cert_end         { commit(&r, line, text, LOCUS_LOG_ALB_CERT, p); }
action rule_end         { commit(&r, line, text, LOCUS_LOG_ALB_RULE, p); }
action creation_end     { commit(&r, line, text, LOCUS_LOG_ALB_CREATION, p); }
action actions_end      { commit(&r, line, text, LOCUS_LOG_ALB_ACTIONS, p); }
action redirect_end     { commit(&r, line, text, LOCUS_LOG_ALB_REDIRECT, p); }
action error_end        { commit(&r, line, text, LOCUS_LOG_ALB_ERROR, p); }
action backends_end     { commit(&r, line, text, LOCUS_LOG_ALB_BACKENDS, p); }
action statuses_end     { commit(&r, line, text, LOCUS_LOG_ALB_STATUSES, p); }
action class_end        { commit(&r, line, text, LOCUS_LOG_ALB_CLASS, p); }
action reason_end       { commit(&r, line, text, LOCUS_LOG_ALB_REASON, p); }
action conn_trace_id_end { commit(&r, line, text, LOCUS_LOG_ALB_CONN_TRACE_ID, p); }
action trailing_end     { commit(&r, line, text, LOCUS_LOG_ALB_TRAILING, p); }
action bad_elb          { fail(&r, LOCUS_LOG_ALB_ELB); }
action bad_backend      { fail(&r, LOCUS_LOG_ALB_BACKEND); }
action bad_request_time { fail(&r, LOCUS_LOG_ALB_REQUEST_TIME); }
action bad_response_time { fail(&r, LOCUS_LOG_ALB_RESPONSE_TIME); }
action bad_backend_status { fail(&r, LOCUS_LOG_ALB_BACKEND_STATUS); }
action bad_received     { fail(&r, LOCUS_LOG_ALB_RECEIVED); }
action bad_cipher       { fail(&r, LOCUS_LOG_ALB_CIPHER); }
action bad_tls          { fail(&r, LOCUS_LOG_ALB_TLS); }
action bad_group        { fail(&r, LOCUS_LOG_ALB_GROUP); }
action bad_trace_id     { fail(&r, LOCUS_LOG_ALB_TRACE_ID); }
action bad_cert         { fail(&r, LOCUS_LOG_ALB_CERT); }
action bad_rule         { fail(&r, LOCUS_LOG_ALB_RULE); }
action bad_creation     { fail(&r, LOCUS_LOG_ALB_CREATION); }
action bad_actions      { fail(&r, LOCUS_LOG_ALB_ACTIONS); }
action bad_redirect     { fail(&r, LOCUS_LOG_ALB_REDIRECT); }
action bad_error        { fail(&r, LOCUS_LOG_ALB_ERROR); }
action bad_backends     { fail(&r, LOCUS_LOG_ALB_BACKENDS); }
action bad_statuses     { fail(&r, LOCUS_LOG_ALB_STATUSES); }
action bad_class        { fail(&r, LOCUS_LOG_ALB_CLASS); }
action bad_reason       { fail(&r, LOCUS_LOG_ALB_REASON); }
action bad_conn_trace_id { fail(&r, LOCUS_LOG_ALB_CONN_TRACE_ID); }

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

#include "log/next-line.h"
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
