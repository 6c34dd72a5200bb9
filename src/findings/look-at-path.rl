/* SPDX-License-Identifier: MIT
 *
 * Finds what is suspicious in a path (grammar/findings/findings-path.rl), once for each
 * kernel.
 */
#include "findings/look.h"
#include "kernel/lens.h"
#include "runs/look-at-path-runs.h"

#define FOUND(finding) \
    result.found |= BIT(LOCUS_FINDING_##finding); \
    if (result.found & stop) \
        return result;

#define KIND(kind) \
    if (!result.kinds.kinds) \
        result.kinds.first = (uint32_t)(p - begin); \
    result.kinds.kinds |= 1u << (kind); \
    if (result.kinds.kinds & stop_kinds) \
        return result;

/* ".." leads up one level, or above the root. An empty segment is not a level, because some
   programs merge slashes. */
#define UP if (depth > 0) depth--; else { FOUND(ABOVE_ROOT) }

%%{
machine findings_path;
getkey KEY;
include kind_events "findings/kind-events.rl";

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action dot              { FOUND(DOT_SEGMENT) }
action dot_up           { FOUND(DOT_SEGMENT) UP }
action hidden           { FOUND(HIDDEN_DOT_SEGMENT) }
action hidden_up        { FOUND(HIDDEN_DOT_SEGMENT) UP }
action down             { depth++; }            # a segment with a name
action empty            { FOUND(EMPTY_SEGMENT) }
action parameter        { FOUND(PARAMETER) }
action dot_parameter    { FOUND(DOT_PARAMETER) }
action segment_space    { FOUND(SEGMENT_SPACE) }

include findings_path "findings/findings-path.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT struct found_in_path KERNEL_NAME(look_at_path)(const unsigned char *const begin,
                                                       const unsigned char *const pe,
                                                       uint64_t stop, uint32_t stop_kinds)
{
    const unsigned char *p = begin;
    const unsigned char *const eof = pe;
    struct found_in_path result = { 0, { 0, 0 } };
    size_t depth = 0;
    int cs = findings_path_start;
    LENS_BEGIN(findings_path)

    %% write exec;
    (void)cs;
    return result;
}
