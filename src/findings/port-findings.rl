/* SPDX-License-Identifier: MIT
 *
 * Findings of a port (grammar/findings/findings-port.rl).
 */
#include "findings/findings.h"

%%{
machine findings_port;

action empty            { found |= BIT(LOCUS_FINDING_EMPTY_PORT); }
action zero             { found |= BIT(LOCUS_FINDING_ZERO_PORT); }
action leading_zero     { found |= BIT(LOCUS_FINDING_LEADING_ZERO_PORT); }

include findings_port "findings/findings-port.rl";
write data noerror nofinal noentry;
}%%

uint64_t locus_port_findings(const char *text, struct locus_span span)
{
    const unsigned char *p = (const unsigned char *)text + span.off;
    const unsigned char *const pe = p + span.len;
    const unsigned char *const eof = pe;
    uint64_t found = 0;
    int cs = findings_port_start;

    %% write exec;
    (void)cs;
    return found;
}
