/* SPDX-License-Identifier: MIT
 *
 * Finds what is suspicious in a path (grammar/findings/findings-path.rl), once for each
 * kernel.
 */
#include "findings/findings.h"
#include "kernel/lens.h"
#include "runs/path-findings-runs.h"

/* ".." leads up one level, or above the root. An empty segment is not a level, because some
   programs merge slashes. Returns whether a finding in `stop` is found. */
static ALWAYS_INLINE int go_up(size_t *depth, uint64_t *found, uint64_t stop)
{
    if (*depth > 0) {
        --*depth;
        return 0;
    }
    return note_finding(found, LOCUS_FINDING_ABOVE_ROOT, stop);
}

%%{
machine findings_path;
getkey KEY;
include kind_events "findings/kind-events.rl";

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action dot              { if (note_finding(&found, LOCUS_FINDING_DOT_SEGMENT, stop)) goto done; }

action dot_up {
    if (note_finding(&found, LOCUS_FINDING_DOT_SEGMENT, stop) || go_up(&depth, &found, stop))
        goto done;
}

action hidden {
    if (note_finding(&found, LOCUS_FINDING_HIDDEN_DOT_SEGMENT, stop))
        goto done;
}

action hidden_up {
    if (note_finding(&found, LOCUS_FINDING_HIDDEN_DOT_SEGMENT, stop)
        || go_up(&depth, &found, stop))
        goto done;
}

action down             { depth++; }            # a segment with a name
action empty            { if (note_finding(&found, LOCUS_FINDING_EMPTY_SEGMENT, stop)) goto done; }
action parameter        { if (note_finding(&found, LOCUS_FINDING_PARAMETER, stop)) goto done; }
action dot_parameter    { if (note_finding(&found, LOCUS_FINDING_DOT_PARAMETER, stop)) goto done; }
action segment_space    { if (note_finding(&found, LOCUS_FINDING_SEGMENT_SPACE, stop)) goto done; }

include findings_path "findings/findings-path.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT struct found_in_path KERNEL_NAME(path_findings)(const unsigned char *const begin,
                                                        const unsigned char *const pe,
                                                        uint64_t stop, uint32_t stop_kinds)
{
    const unsigned char *p = begin;
    const unsigned char *const eof = pe;
    struct found_kinds kinds = { 0, 0 };
    uint64_t found = 0;
    size_t depth = 0;
    int cs = findings_path_start;
    LENS_BEGIN(findings_path)

    %% write exec;
    (void)cs;
done:
    return (struct found_in_path){ found, kinds };
}
