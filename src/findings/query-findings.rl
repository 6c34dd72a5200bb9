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
action traversal        { return 1; }

include findings_query "findings/findings-query.rl";
write data noerror nofinal noentry;
}%%

int locus_query_traverses(const unsigned char *p, const unsigned char *const pe)
{
    const unsigned char *const eof = pe;
    int cs = findings_query_start;

    %% write exec;
    (void)cs;
    return 0;
}
