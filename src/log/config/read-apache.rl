/* SPDX-License-Identifier: MIT
 *
 * The string of a LogFormat of Apache (grammar/log/config/apache-format.rl).
 */
#include "log/config/draft.h"

#define VARIABLE(name_end) \
    locus_draft_variable(draft, locus_draft_find(draft, name, name_end), variable, p, \
                         draft->escaping);

%%{
machine apache_format;

action variable_begin   { variable = p; }
action name_begin       { name = p; }
action variable_end     { VARIABLE(p) }

include config_events "log/config/config-events.rl";
include apache_format "log/config/apache-format.rl";
write data noerror nofinal noentry;
}%%

void locus_draft_apache(struct draft *draft, const unsigned char *begin,
                        const unsigned char *end)
{
    const unsigned char *p = begin;
    const unsigned char *const pe = end;
    const unsigned char *const eof = pe;
    const unsigned char *variable = p, *name = p;
    int cs = apache_format_start;

    %% write exec;
    (void)cs;
}
