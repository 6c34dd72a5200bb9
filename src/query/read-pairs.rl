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
include pair_events "query/pair-events.rl";
include query_pairs "query/query-pairs.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT int KERNEL_NAME(find_pair)(struct locus_piece *restrict pair, struct locus_pieces *pairs,
                            const unsigned char *text, const struct locus_key *key)
{
    const unsigned char *p = text + pairs->at;
    const unsigned char *const pe = text + pairs->end;
    const unsigned char *const eof = pe;
    const unsigned char *begin = p;
    const unsigned char *mark = NULL;
    int found = 0, more = 0;
    int cs = pairs_state(pairs, query_pairs_start);
    struct kept kept = kept_of(pairs, text);
    KEPT_BEGIN(query_pairs)

    %% write exec;
    stop_pairs(pairs, text, p, cs, more, &kept);
    return found;
}
