/* SPDX-License-Identifier: MIT
 *
 * Findings of a path (grammar/findings/findings-path.rl), once for each kernel.
 */
#include "findings/look.h"
#include "kernel/lens.h"
#include "runs/look-at-path-runs.h"

#define FOUND(finding) \
    found |= BIT(LOCUS_FINDING_##finding); \
    if (found & stop) \
        return found;

/* ".." leads up one level, or above the root. An empty segment is not a level, because some
   programs merge slashes. */
#define UP if (depth > 0) depth--; else { FOUND(ABOVE_ROOT) }

%%{
machine findings_path;
getkey KEY;

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

ALL_HOT uint64_t KERNEL_NAME(look_at_path)(const char *text, struct locus_span span,
                                           const struct look *look)
{
    const unsigned char *p = (const unsigned char *)text + span.off;
    const unsigned char *const pe = p + span.len;
    const unsigned char *const eof = pe;
    const uint64_t stop = look->stop;
    uint64_t found = 0;
    size_t depth = 0;
    int cs = findings_path_start;
    LENS_BEGIN(findings_path)

    %% write exec;
    (void)cs;
    return found;
}
