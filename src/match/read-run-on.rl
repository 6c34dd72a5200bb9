/* SPDX-License-Identifier: MIT
 *
 * How far a URL extends if the grammar cannot finish its authority
 * (grammar/scan/run-on.rl). Compiled once for each kernel.
 */
#include "kernel/lens.h"
#include "runs/read-run-on-runs.h"
#include "match/longest-prefix.h"

%%{
machine run_on;
getkey KEY;

# The machine uses only run and accept; the productions of URLs name the others.
include url_events "grammars/support/url-events.rl";
include run_on "scan/run-on.rl";
write data noerror nofinal noentry;
}%%

#define ACCEPT last = p + 1;

int KERNEL_NAME(match_run_on)(struct locus_match *restrict match,
                              const unsigned char *const pe)
{
    const unsigned char *p = match->at;
    const unsigned char *last = match->last;
    int cs = run_on_start;
    LENS_BEGIN(run_on)

    %% write exec;
    match->at = p;
    match->last = last;
    match->state = cs != 0 ? RUNNING_ON : 0;
    return cs != 0;
}
