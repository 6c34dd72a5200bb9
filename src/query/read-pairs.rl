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
action equals           { PAIR_NAME_ENDS }
action piece            { PAIR_ENDS { fbreak; } PAIR_BEGINS }

include query_pairs "query/query-pairs.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT void KERNEL_NAME(split_query_pairs)(struct split *split)
{
    PAIRS_BEGIN(query_pairs)

    %% write exec;
    PAIRS_END
}
