/* SPDX-License-Identifier: MIT
 *
 * A string of a log_format of nginx (grammar/log/config/nginx-format.rl).
 */
#include "log/config/draft.h"

#define VARIABLE(name_end) \
    locus_draft_variable(draft, locus_draft_find(draft, name, name_end), variable, p, \
                         draft->escaping);

%%{
machine nginx_format;

action variable_begin   { variable = p; }
action name_begin       { name = p; }
action name_end         { name_end = p; }
action variable_end     { VARIABLE(name_end) }

include config_events "log/config/config-events.rl";
include nginx_format "log/config/nginx-format.rl";
write data noerror nofinal noentry;
}%%

void locus_draft_nginx(struct draft *draft, const unsigned char *begin,
                       const unsigned char *end)
{
    const unsigned char *p = begin;
    const unsigned char *const pe = end;
    const unsigned char *const eof = pe;
    const unsigned char *variable = p, *name = p;
    const unsigned char *name_end = p;
    int cs = nginx_format_start;

    %% write exec;
    (void)cs;
}
