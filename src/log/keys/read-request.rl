/* SPDX-License-Identifier: MIT
 *
 * The parts of a request line that is the value of a given key
 * (grammar/log/keys/request-line.rl), once for each kernel.
 */
#include "log/keys/keys.h"
#include "log/reader.h"
#include "runs/read-request-runs.h"

%%{
machine request_line;
getkey KEY;
include log_events "log/log-events.rl";
include request_events "log/request-events.rl";
include request_line "log/keys/request-line.rl";
write data noerror nofinal noentry;
}%%

void KERNEL_NAME(log_read_request)(struct locus_log_line *line, const unsigned char *text)
{
    const struct locus_span span = line->field[LOCUS_LOG_REQUEST];
    const unsigned char *p = text + span.off;
    const unsigned char *const pe = p + span.len;
    const unsigned char *const eof = pe;
    struct reading r = { .present = 0 };
    int cs = request_line_start;
    LENS_BEGIN(request_line)

    for (int i = 0; i < MARK_LIMIT; i++)
        r.mark[i] = p;
    %% write exec;
    (void)cs;
    line->present |= r.present;
    line->escaped |= r.escaped;
    line->request = (uint8_t)r.request;
}
