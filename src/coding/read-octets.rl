/* SPDX-License-Identifier: MIT
 *
 * Classifies octets (grammar/coding/octets.rl), once for each kernel.
 */
#include "coding/decoding.h"
#include "kernel/lens.h"
#include "runs/read-octets-runs.h"

#define FOUND(what) { \
    if (!first) \
        first = p; \
    found |= LOCUS_FOUND_##what; \
}

%%{
machine octets;

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action nul              { FOUND(NUL) }
action cr               { FOUND(CR) }
action lf               { FOUND(LF) }
action control          { FOUND(CONTROL) }
action not_utf8         { FOUND(NOT_UTF8) }

include octets "coding/octets.rl";
write data noerror noentry;
}%%

ALL_HOT void KERNEL_NAME(read_octets)(struct locus_octets *octets, const unsigned char *p,
                                      const unsigned char *const pe)
{
    const unsigned char *first = octets->first;
    uint32_t found = octets->found;
    int cs = octets->state ? octets->state - 1 : octets_start;
    LENS_BEGIN(octets)

    if (cs == octets_start)
        RUN_FROM(octets_start);
    %% write exec;
    octets->first = first;
    octets->found = found;
    octets->state = cs + 1;
    octets->in_character = cs < octets_first_final;
}
