/* SPDX-License-Identifier: MIT
 *
 * The pairs of a query, separated by "&" alone (grammar/query/query-amp-pairs.rl), once for
 * each kernel.
 */
#include "kernel/lens.h"
#include "query/pairs.h"
#include "runs/read-amp-pairs-runs.h"

%%{
machine query_amp_pairs;

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

include query_amp_pairs "query/query-amp-pairs.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT void KERNEL_NAME(split_query_amp_pairs)(struct split *split)
{
    PAIRS_BEGIN(query_amp_pairs)
    RUNS_BEGIN(query_amp_pairs)
    _Static_assert((int)query_amp_pairs_run_classes <= (int)KEPT_CLASSES
                   && !query_amp_pairs_run_pct_encoded && !query_amp_pairs_run_pairs, "they are kept");

    %% write exec;
    PAIRS_END
}
