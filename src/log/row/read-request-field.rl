/* SPDX-License-Identifier: MIT
 *
 * Finds the parts of a request line (grammar/log/row/log-request-field.rl), once for each
 * kernel.
 */
#include "log/reader.h"
#include "log/row/request.h"
#include "runs/read-request-field-runs.h"

enum { MARK_METHOD_ESCAPE = MARK_OWN }; /* MARK_ESCAPE at the end of the method */

%%{
machine log_request_field;
getkey KEY;
include log_events "log/log-events.rl";

action maybe_escape {
    if (*p == escape || escape == BOTH_ESCAPES)
        r.mark[MARK_ESCAPE] = p + 1;
}
include escaped_request_events "log/escaped-request-events.rl";

include log_request_field "log/row/log-request-field.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT struct locus_log_line_request
KERNEL_NAME(log_request)(struct locus_log_line *restrict line, const unsigned char *text,
                         const unsigned char *begin, const unsigned char *pe,
                         unsigned char escape)
{
    const unsigned char *p = begin;
    const unsigned char *const eof = pe;
    struct reading r;
    int cs = log_request_field_start;
    LENS_BEGIN(log_request_field)

    _Pragma("GCC unroll 16")
    for (int i = 0; i < MARK_LIMIT; i++)
        r.mark[i] = begin;
    r.present = r.escaped = 0;
    r.request = LOCUS_LOG_REQUEST_ABSENT;

    %% write exec;
    (void)cs;
    return (struct locus_log_line_request){ r.present, r.escaped, r.request };
}
