/* SPDX-License-Identifier: MIT
 *
 * Finds the kinds of octets in a text (grammar/findings/findings.rl), once for each kernel.
 */
#include "findings/look.h"
#include "kernel/lens.h"
#include "runs/find-octets-runs.h"

#define KIND(kind) \
    if (!found.kinds) \
        found.first = (uint32_t)(p - begin); \
    found.kinds |= 1u << (kind); \
    if (found.kinds & stop) \
        return found;

%%{
machine findings;
getkey KEY;
include kind_events "findings/kind-events.rl";

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action zone             { KIND(ZONE) }
action dots             { KIND(DOTS) }

include findings "findings/findings.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT struct found_kinds KERNEL_NAME(kinds_in)(const unsigned char *const begin,
                                                 const unsigned char *const pe, uint32_t stop)
{
    const unsigned char *p = begin;
    const unsigned char *const eof = pe;
    struct found_kinds found = { 0, 0 };
    int cs = findings_start;
    LENS_BEGIN(findings)

    %% write exec;
    (void)cs;
    return found;
}
