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
action equals           { PAIR_NAME_ENDS }
action piece            { PAIR_ENDS { fbreak; } PAIR_BEGINS }

include query_amp_pairs "query/query-amp-pairs.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT void KERNEL_NAME(split_query_amp_pairs)(struct split *split)
{
    PAIRS_BEGIN(query_amp_pairs)

    %% write exec;
    PAIRS_END
}
