/* SPDX-License-Identifier: MIT
 *
 * A string of a log_format of nginx (grammar/log/config/nginx-format.rl).
 */
#include "log/config/draft.h"

%%{
machine nginx_format;

action variable_begin   { variable = p; }
action name_begin       { name = (struct name){ .begin = p }; }
action parameter_begin  { name.parameter = p; }
action name_end         { name.end = name.parameter_end = p; }
action variable_end     { add(draft, &name, variable, p); }

include config_events "log/config/config-events.rl";
include nginx_format "log/config/nginx-format.rl";
write data noerror nofinal noentry;
}%%

static void add(struct draft *draft, const struct name *name, const unsigned char *begin,
                const unsigned char *end)
{
    locus_draft_variable(draft, locus_draft_find(draft, name), begin, end, draft->escaping);
}

void locus_draft_nginx(struct draft *draft, const unsigned char *begin,
                       const unsigned char *end)
{
    const unsigned char *p = begin;
    const unsigned char *const pe = end;
    const unsigned char *const eof = pe;
    const unsigned char *variable = p;
    struct name name = { .begin = p };
    int cs = nginx_format_start;

    %% write exec;
    (void)cs;
}
