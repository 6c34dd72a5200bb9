/* SPDX-License-Identifier: MIT
 *
 * The format w3c: logs in the W3C's extended log file format (grammar/log/formats/w3c.rl).
 */
#define LOG_FORMAT w3c
#include "log/format.h"

#ifdef KERNEL
#include "log/w3c/w3c-line.h"

#include "runs/read-w3c-runs.h"

%%{
machine w3c;
getkey KEY;
include log_events "log/log-events.rl";
include w3c_events "log/w3c/w3c-events.rl";
include w3c "log/formats/w3c.rl";
write data noerror nofinal noentry;
}%%

static ALL_HOT int read_line(struct locus_log *log, struct locus_log_line *restrict line,
                             const unsigned char *const text, const unsigned char *const pe,
                             int end)
{
    const unsigned char *p = text + log->internal.read;
    const unsigned char *const eof = end ? pe : NULL;
    struct reading r;
    LENS_BEGIN(w3c)
    int cs = reading_begins(&r, log, line, text, w3c_start);

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

/* The columns that IIS logs unless it is configured otherwise. */
static const uint8_t columns[] = {
    LOCUS_LOG_W3C_DATE, LOCUS_LOG_W3C_CLOCK, LOCUS_LOG_W3C_SERVER, LOCUS_LOG_METHOD,
    LOCUS_LOG_W3C_STEM, LOCUS_LOG_W3C_QUERY, LOCUS_LOG_W3C_SERVER_PORT, LOCUS_LOG_USER,
    LOCUS_LOG_CLIENT, LOCUS_LOG_AGENT, LOCUS_LOG_REFERER, LOCUS_LOG_STATUS,
    LOCUS_LOG_W3C_SUBSTATUS, LOCUS_LOG_W3C_WIN32_STATUS, LOCUS_LOG_DURATION
};
#endif

LOG_FORMAT_OBJECT(
    .put_target = locus_log_put_w3c_target,
    .name = "w3c",
    .description = "the W3C's extended log file format, as IIS writes it",
    .fields = LOG_W3C_FIELDS,
    .own = LOG_W3C_NAMES,
    .columns = columns,
    .column_count = sizeof columns,
    .duration_digits = 3
)
