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
    const unsigned char *p = split->p;
    const unsigned char *const pe = split->pe;
    const unsigned char *const eof = pe;
    const unsigned char *begin = p;
    const unsigned char *mark = NULL;
    int cs = piece_state(split, query_pairs_start);
    struct kept kept = kept_of(split);
    KEPT_BEGIN(query_pairs)

    %% write exec;
    keep(split, &kept);
    stop_pieces(split, p, cs);
}
