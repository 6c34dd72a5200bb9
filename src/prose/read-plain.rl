/* SPDX-License-Identifier: MIT
 *
 * Finds the end of a URL in prose, if the URL contains no byte whose meaning depends on
 * its surroundings (grammar/prose/plain.rl). This machine combines the machines of prose
 * and the grammars with TRAIT_PLAIN. Compiled once for each kernel.
 */
#include "kernel/lens.h"
#include "runs/read-plain-runs.h"
#include "prose/prose.h"

%%{
machine plain;
getkey KEY;

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action accept           { last = p + 1; }

# The byte after the URL, as a closing mark; PLAIN_END if it is none.
action stop             { plain->stopped = PLAIN_END; goto stop; }
action quotation        { plain->stopped = QUOTATION; goto stop; }
action greater          { plain->stopped = GREATER; goto stop; }
action round            { plain->stopped = BRACKET(0); goto stop; }
action square           { plain->stopped = BRACKET(1); goto stop; }
action curly            { plain->stopped = BRACKET(2); goto stop; }

include plain "prose/plain.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT void KERNEL_NAME(plain)(struct locus_plain *restrict plain, const unsigned char *pe)
{
    const unsigned char *p = plain->at;
    const unsigned char *last = plain->last;
    int cs = plain_start;
    LENS_BEGIN(plain)

    %% write exec;
    (void)cs;
stop:
    plain->at = p;
    plain->last = last;
}
