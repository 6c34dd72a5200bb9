/* SPDX-License-Identifier: MIT
 *
 * Findings of a reference (grammar/findings/findings-reference.rl).
 */
#include "findings/findings.h"

%%{
machine findings_reference;

action network_path     { found |= BIT(LOCUS_FINDING_NETWORK_PATH); }
action hidden           { found |= BIT(LOCUS_FINDING_HIDDEN_NETWORK_PATH); }

include findings_reference "findings/findings-reference.rl";
write data noerror nofinal noentry;
}%%

uint64_t locus_reference_findings(const char *text, size_t len)
{
    const unsigned char *p = (const unsigned char *)text;
    const unsigned char *const pe = p + len;
    uint64_t found = 0;
    int cs = findings_reference_start;

    %% write exec;
    (void)cs;
    return found;
}
