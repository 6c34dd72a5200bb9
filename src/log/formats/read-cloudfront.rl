/* SPDX-License-Identifier: MIT
 *
 * The format cloudfront: standard logs of Amazon CloudFront (grammar/log/formats/cloudfront.rl).
 */
#define LOG_FORMAT cloudfront
#include "log/format.h"

#ifdef KERNEL
#include "log/w3c/w3c-line.h"

#include "runs/read-cloudfront-runs.h"

%%{
machine cloudfront;
getkey KEY;
include log_events "log/log-events.rl";
include w3c_events "log/w3c/w3c-events.rl";
include cloudfront "log/formats/cloudfront.rl";
write data noerror nofinal noentry;
}%%

static ALL_HOT int read_line(struct locus_log *log, struct locus_log_line *restrict line,
                             const unsigned char *const text, const unsigned char *const pe,
                             int end)
{
    const unsigned char *p = text + log->internal.read;
    const unsigned char *const eof = end ? pe : NULL;
    struct reading r;
    LENS_BEGIN(cloudfront)
    int cs = reading_begins(&r, log, line, text, cloudfront_start);

    %% write exec;
    if (__builtin_expect(eof && r.failed < 0, 1))
        goto done;
stop:
    return reading_stops(&r, log, line, text, p, cs);
done:
    return reading_ends(&r, line, text, p);
}

#include "log/next-line.h"
#else
#include "log/w3c/w3c-fields.h"

/* The columns of every standard log. */
static const uint8_t columns[] = {
    LOCUS_LOG_W3C_DATE, LOCUS_LOG_W3C_CLOCK, LOCUS_LOG_W3C_EDGE, LOCUS_LOG_BYTES,
    LOCUS_LOG_CLIENT, LOCUS_LOG_METHOD, LOCUS_LOG_W3C_DISTRIBUTION, LOCUS_LOG_W3C_STEM,
    LOCUS_LOG_STATUS, LOCUS_LOG_REFERER, LOCUS_LOG_AGENT, LOCUS_LOG_W3C_QUERY,
    LOCUS_LOG_W3C_COOKIE, LOCUS_LOG_W3C_RESULT, LOCUS_LOG_W3C_REQUEST_ID,
    LOCUS_LOG_VHOST, LOCUS_LOG_W3C_SCHEME, LOCUS_LOG_W3C_RECEIVED, LOCUS_LOG_DURATION,
    LOCUS_LOG_W3C_FORWARDED, LOCUS_LOG_W3C_TLS, LOCUS_LOG_W3C_CIPHER,
    LOCUS_LOG_W3C_RESPONSE_RESULT, LOCUS_LOG_PROTOCOL, LOCUS_LOG_W3C_FLE_STATUS,
    LOCUS_LOG_W3C_FLE_FIELDS, LOCUS_LOG_W3C_CLIENT_PORT, LOCUS_LOG_W3C_FIRST_BYTE,
    LOCUS_LOG_W3C_DETAILED_RESULT, LOCUS_LOG_W3C_TYPE, LOCUS_LOG_W3C_LENGTH,
    LOCUS_LOG_W3C_RANGE_BEGIN, LOCUS_LOG_W3C_RANGE_END
};
#endif

LOG_FORMAT_OBJECT(
    .put_target = locus_log_put_w3c_target,
    .name = "cloudfront",
    .description = "Amazon CloudFront's standard logs",
    .fields = LOG_W3C_FIELDS,
    .own = LOG_W3C_NAMES,
    .columns = columns,
    .column_count = sizeof columns
)
