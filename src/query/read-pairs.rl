/* SPDX-License-Identifier: MIT
 *
 * The pairs of a query, separated by "&" or ";" (grammar/query/query-pairs.rl), once for
 * each kernel.
 */
#include "kernel/lens.h"
#include "query/pairs.h"
#include "runs/read-pairs-runs.h"

%%{
machine query_pairs;

action run              { KEPT_RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action equals           { mark = p; }

action piece {
    if (take_pair(split, begin, mark, p) && p != pe) {
        fbreak;
    }
    begin = p + 1;
    mark = NULL;
}

include query_pairs "query/query-pairs.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT void KERNEL_NAME(split_query_pairs)(struct split *split)
{
    PAIRS_BEGIN(query_pairs)
    RUNS_BEGIN(query_pairs)
    _Static_assert((int)query_pairs_run_classes <= (int)KEPT_CLASSES
                   && !query_pairs_run_pct_encoded && !query_pairs_run_pairs, "they are kept");

    %% write exec;
    PAIRS_END
}
