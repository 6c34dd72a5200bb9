/* SPDX-License-Identifier: MIT
 *
 * The envelope cri: logs of containers as containerd and CRI-O write them
 * (grammar/log/envelopes/cri.rl).
 */
#define LOG_ENVELOPE cri
#include "log/envelope.h"

#ifdef KERNEL
#include "log/envelopes/opening.h"

#include "runs/open-cri-runs.h"

%%{
machine cri;
getkey KEY;
include envelope_events "log/envelopes/envelope-events.rl";
include cri "log/envelopes/cri.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT int LOG_OPENER(struct locus_log_opened *opened, const unsigned char *p,
                       const unsigned char *const pe)
{
    const unsigned char *const text = p, *const eof = pe;
    const unsigned char *begin = p;
    int cs = cri_start;
    LENS_BEGIN(cri)

    opening_begins(opened);
    %% write exec;
    opened->at = p;
    return opened->end || opened->blank;
}
#endif

LOG_ENVELOPE_OBJECT(
    .name = "cri",
    .description = "logs of containers as containerd and CRI-O write them",
    .fields = FIELD_BIT(STREAM) | FIELD_BIT(LOGGED),
    .divides = 1
)
