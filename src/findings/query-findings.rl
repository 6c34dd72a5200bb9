/* SPDX-License-Identifier: MIT
 *
 * Finds ".." between path separators in a query.
 */
#include "findings/findings.h"
#include "runs/query-findings-runs.h"

#define RUN(state) PASS_RUN(findings_query, state)

%%{
machine findings_query;

action run              { RUN(ftargs) }
action traversal {
    if (note_finding(&found, LOCUS_FINDING_QUERY_TRAVERSAL, stop))
        return found;
}

include findings_query "findings/findings-query.rl";
write data noerror nofinal noentry;
}%%

uint64_t locus_query_findings(const unsigned char *p, const unsigned char *const pe,
                             uint64_t stop)
{
    const unsigned char *const eof = pe;
    uint64_t found = 0;
    int cs = findings_query_start;

    %% write exec;
    (void)cs;
    return found;
}
