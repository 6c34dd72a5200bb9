/* SPDX-License-Identifier: MIT
 *
 * The format envoy: Envoy's access logs in its default format (grammar/log/formats/envoy.rl).
 */
#define LOG_FORMAT envoy
#include "log/format.h"

#ifdef KERNEL
#include "log/reader.h"

enum { MARK_COLON = MARK_OWN };    /* the last ":" of the authority */

#include "runs/read-envoy-runs.h"

%%{
machine envoy;
getkey KEY;
include log_events "log/log-events.rl";
include request_events "log/request-events.rl";

action colon            { r.mark[MARK_COLON] = p; } # a ":" of the authority
action vhost_port_end {
    set_field(&r, line, text, LOCUS_LOG_VHOST, r.mark[MARK_BEGIN], r.mark[MARK_COLON]);
    set_field(&r, line, text, LOCUS_LOG_ENVOY_VHOST_PORT, r.mark[MARK_COLON] + 1, p);
}
action flags_end        { commit(&r, line, text, LOCUS_LOG_ENVOY_FLAGS, p); }
action received_end     { commit(&r, line, text, LOCUS_LOG_ENVOY_RECEIVED, p); }
action upstream_time_end { commit(&r, line, text, LOCUS_LOG_ENVOY_UPSTREAM_TIME, p); }
action request_id_end   { commit(&r, line, text, LOCUS_LOG_ENVOY_REQUEST_ID, p); }
action upstream_end     { commit(&r, line, text, LOCUS_LOG_ENVOY_UPSTREAM, p); }
action trailing_end     { commit(&r, line, text, LOCUS_LOG_ENVOY_TRAILING, p); }
action bad_flags        { fail(&r, LOCUS_LOG_ENVOY_FLAGS); }
action bad_received     { fail(&r, LOCUS_LOG_ENVOY_RECEIVED); }
action bad_upstream_time { fail(&r, LOCUS_LOG_ENVOY_UPSTREAM_TIME); }
action bad_request_id   { fail(&r, LOCUS_LOG_ENVOY_REQUEST_ID); }
action bad_upstream     { fail(&r, LOCUS_LOG_ENVOY_UPSTREAM); }

include envoy "log/formats/envoy.rl";
write data noerror nofinal noentry;
}%%

static ALL_HOT int read_line(struct locus_log *log, struct locus_log_line *restrict line,
                             const unsigned char *const text, const unsigned char *const pe,
                             int end)
{
    const unsigned char *p = text + log->internal.read;
    const unsigned char *const eof = end ? pe : NULL;
    struct reading r;
    LENS_BEGIN(envoy)
    int cs = reading_begins(&r, log, line, text, envoy_start);

    %% write exec;
    if (__builtin_expect(!eof || r.failed >= 0, 0))
        return reading_stops(&r, log, line, text, p, cs);
done:
    return reading_ends(&r, line, text, p);
}

#include "log/next-line.h"
#endif

LOG_FORMAT_OBJECT(
    .name = "envoy",
    .description = "Envoy's default format",
    .fields = FIELD_BIT(CLIENT) | FIELD_BIT(TIME) | FIELD_BIT(REQUEST)
            | FIELD_BIT(METHOD) | FIELD_BIT(TARGET) | FIELD_BIT(PROTOCOL)
            | FIELD_BIT(STATUS) | FIELD_BIT(BYTES) | FIELD_BIT(AGENT) | FIELD_BIT(VHOST)
            | FIELD_BIT(DURATION) | FIELD_BIT(ENVOY_FLAGS) | FIELD_BIT(ENVOY_RECEIVED)
            | FIELD_BIT(ENVOY_UPSTREAM_TIME) | FIELD_BIT(ENVOY_REQUEST_ID)
            | FIELD_BIT(ENVOY_VHOST_PORT) | FIELD_BIT(ENVOY_UPSTREAM)
            | FIELD_BIT(ENVOY_TRAILING),
    .own = { "response-flags", "received-bytes", "upstream-time", "request-id",
             "vhost-port", "upstream", "trailing" },
    .duration_digits = 3
)
