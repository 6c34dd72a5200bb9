/* SPDX-License-Identifier: MIT
 *
 * Finds the kinds of octets in a text (grammar/findings/findings.rl), once for each kernel.
 */
#include "findings/findings.h"
#include "kernel/lens.h"
#include "runs/find-octets-runs.h"

%%{
machine findings;
getkey KEY;
include kind_events "findings/kind-events.rl";

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action zone             { if (note_kind(&kinds, ZONE, begin, p, stop_kinds)) goto done; }
action dots             { if (note_kind(&kinds, DOTS, begin, p, stop_kinds)) goto done; }

include findings "findings/findings.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT struct found_kinds KERNEL_NAME(kinds_in)(const unsigned char *const begin,
                                                 const unsigned char *const pe,
                                                 uint32_t stop_kinds)
{
    const unsigned char *p = begin;
    const unsigned char *const eof = pe;
    struct found_kinds kinds = { 0, 0 };
    int cs = findings_start;
    LENS_BEGIN(findings)

    %% write exec;
    (void)cs;
done:
    return kinds;
}
