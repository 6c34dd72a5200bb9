/* SPDX-License-Identifier: MIT
 *
 * Classifies octets (grammar/coding/octets.rl), once for each kernel.
 */
#include "coding/decoding.h"
#include "kernel/lens.h"
#include "runs/read-octets-runs.h"

/* Records what is found at `p`, and where the first of it is. */
static ALWAYS_INLINE void note(const unsigned char **first, uint32_t *found, uint32_t what,
                               const unsigned char *p)
{
    if (!*first)
        *first = p;
    *found |= what;
}

%%{
machine octets;

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action nul              { note(&first, &found, LOCUS_FOUND_NUL, p); }
action cr               { note(&first, &found, LOCUS_FOUND_CR, p); }
action lf               { note(&first, &found, LOCUS_FOUND_LF, p); }
action control          { note(&first, &found, LOCUS_FOUND_CONTROL, p); }
action not_utf8         { note(&first, &found, LOCUS_FOUND_NOT_UTF8, p); }

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
