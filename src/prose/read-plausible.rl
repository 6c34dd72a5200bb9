/* SPDX-License-Identifier: MIT
 *
 * Whether a person would take the text for a URL (grammar/prose/plausible.rl). Compiled
 * once for each kernel.
 */
#include "kernel/lens.h"
#include "runs/read-plausible-runs.h"
#include "prose/prose.h"

%%{
machine plausible;

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action not_yet          { plausible = 0; }
action plausible        { plausible = 1; last = p + 1; }
action decided          { plausible = found->decided = 1; goto stop; }

include plausible "prose/plausible.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT int KERNEL_NAME(plausible)(struct locus_plausible *restrict found,
                                   const unsigned char *pe)
{
    const unsigned char *p = found->at;
    const unsigned char *last = found->last;
    uint8_t plausible = found->plausible;
    int cs = found->state ? (int)found->state : plausible_start;
    LENS_BEGIN(plausible)

    %% write exec;
stop:
    found->at = p;
    found->last = last;
    found->plausible = plausible;
    found->state = (uint32_t)cs;
    return cs != 0;
}
