/* SPDX-License-Identifier: MIT
 *
 * Findings of a port, and of a reference.
 */
#include "findings/look.h"

%%{
machine findings_port;

action empty            { found |= BIT(LOCUS_FINDING_EMPTY_PORT); }
action zero             { found |= BIT(LOCUS_FINDING_ZERO_PORT); }
action leading_zero     { found |= BIT(LOCUS_FINDING_LEADING_ZERO_PORT); }

include findings_port "findings/findings-port.rl";
write data noerror nofinal noentry;
}%%

uint64_t locus_look_at_port(const char *text, struct locus_span span)
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

%%{
machine findings_reference;

action network_path     { found |= BIT(LOCUS_FINDING_NETWORK_PATH); }
action hidden           { found |= BIT(LOCUS_FINDING_HIDDEN_NETWORK_PATH); }

include findings_reference "findings/findings-reference.rl";
write data noerror nofinal noentry;
}%%

uint64_t locus_look_at_reference(const char *text, size_t len)
{
    const unsigned char *p = (const unsigned char *)text;
    const unsigned char *const pe = p + len;
    uint64_t found = 0;
    int cs = findings_reference_start;

    %% write exec;
    (void)cs;
    return found;
}
