/* SPDX-License-Identifier: MIT
 *
 * The format squid: Squid's native access logs (grammar/log/formats/squid.rl).
 */
#define LOG_FORMAT squid
#include "log/format.h"

#ifdef KERNEL
#include "log/reader.h"

#include "runs/read-squid-runs.h"

%%{
machine squid;
getkey KEY;
include log_events "log/log-events.rl";

action result_end       { COMMIT(SQUID_RESULT) }
action hierarchy_end    { COMMIT(SQUID_HIERARCHY) }
action peer_end         { COMMIT(SQUID_PEER) }
action mime_end         { COMMIT(SQUID_MIME) }
action trailing_end     { COMMIT(SQUID_TRAILING) }
action bad_result       { FAIL(SQUID_RESULT) }
action bad_hierarchy    { FAIL(SQUID_HIERARCHY) }
action bad_peer         { FAIL(SQUID_PEER) }
action bad_mime         { FAIL(SQUID_MIME) }

include squid "log/formats/squid.rl";
write data noerror nofinal noentry;
}%%

static ALL_HOT int read_line(struct locus_log *log, struct locus_log_line *restrict line,
                             const unsigned char *const text, const unsigned char *const pe,
                             int end)
{
    const unsigned char *p = text + log->internal.read;
    const unsigned char *const eof = end ? pe : NULL;
    struct reading r;
    LENS_BEGIN(squid)
    int cs = reading_begins(&r, log, line, text, squid_start);

    %% write exec;
    if (__builtin_expect(!eof || r.failed >= 0, 0))
        return reading_stops(&r, log, line, text, p, cs);
done:
    return reading_ends(&r, line, text, p);
}

#include "log/next.h"
#endif

LOG_FORMAT_OBJECT(
    .name = "squid",
    .description = "Squid's native format",
    .fields = FIELD_BIT(CLIENT) | FIELD_BIT(USER) | FIELD_BIT(TIME) | FIELD_BIT(METHOD)
            | FIELD_BIT(TARGET) | FIELD_BIT(STATUS) | FIELD_BIT(BYTES) | FIELD_BIT(DURATION)
            | FIELD_BIT(SQUID_RESULT) | FIELD_BIT(SQUID_HIERARCHY) | FIELD_BIT(SQUID_PEER)
            | FIELD_BIT(SQUID_MIME) | FIELD_BIT(SQUID_TRAILING),
    .own = { "result", "hierarchy", "peer", "mime", "trailing" },
    .duration_digits = 3
)
