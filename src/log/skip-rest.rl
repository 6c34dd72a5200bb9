/* SPDX-License-Identifier: MIT
 *
 * Finds the end of a line that its format's machine no longer reads
 * (grammar/log/line-rest.rl), once for each kernel.
 */
#include "kernel/lens.h"
#include "log/format.h"
#include "runs/skip-rest-runs.h"

%%{
machine line_rest;
getkey KEY;

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action contents_end     { contents = p; }
action line_end         { ended = 1; p++; goto done; }

include line_rest "log/line-rest.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT int KERNEL_NAME(log_line_rest)(struct locus_line_rest *rest, const unsigned char *pe,
                                       int end)
{
    const unsigned char *p = rest->at;
    const unsigned char *const eof = end ? pe : NULL;
    const unsigned char *contents = rest->contents;
    int cs = rest->state ? (int)rest->state : line_rest_start;
    int ended = end;
    LENS_BEGIN(line_rest)

    %% write exec;
done:
    rest->at = p;
    rest->contents = contents;
    rest->state = (uint32_t)cs;
    return ended;
}
