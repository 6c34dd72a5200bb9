/* SPDX-License-Identifier: MIT
 *
 * The string of a LogFormat of Apache (grammar/log/config/apache-format.rl).
 */
#include "log/config/draft.h"

%%{
machine apache_format;

action variable_begin   { variable = p; }
action name_begin       { name = (struct name){ .begin = p }; }
action parameter_begin  { name.parameter = p; }
action parameter_end    { name.parameter_end = p; }
action variable_end     { name.end = p; add(draft, &name, variable); }
action local_time       { add_time(draft, LOCAL_TIME, variable, p); }
action offset_time      { add_time(draft, OFFSET_TIME, variable, p); }
action local_end_time   { add_time(draft, LOCAL_END_TIME, variable, p); }
action offset_end_time  { add_time(draft, OFFSET_END_TIME, variable, p); }

include config_events "log/config/config-events.rl";
include apache_format "log/config/apache-format.rl";
write data noerror nofinal noentry;
}%%

static void add(struct draft *draft, const struct name *name, const unsigned char *begin)
{
    locus_draft_variable(draft, locus_draft_find(draft, name), begin, name->end,
                         draft->escaping);
}

static void add_time(struct draft *draft, int time, const unsigned char *begin,
                     const unsigned char *end)
{
    locus_draft_variable(draft, &locus_log_time_variables[time], begin, end, draft->escaping);
}

void locus_draft_apache(struct draft *draft, const unsigned char *begin,
                        const unsigned char *end)
{
    const unsigned char *p = begin;
    const unsigned char *const pe = end;
    const unsigned char *const eof = pe;
    const unsigned char *variable = p;
    struct name name = { .begin = p };
    int cs = apache_format_start;

    %% write exec;
    (void)cs;
}
