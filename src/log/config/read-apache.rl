/* SPDX-License-Identifier: MIT
 *
 * The string of a LogFormat of Apache (grammar/log/config/apache-format.rl).
 */
#include "log/config/build-format.h"

%%{
machine apache_format;

action variable_begin   { variable = p; }
action name_begin       { name = (struct name){ .begin = p }; }
action parameter_begin  { name.parameter = p; }
action parameter_end    { name.parameter_end = p; }
action variable_end     { name.end = p; add(b, &name, variable); }
action local_time       { add_time(b, LOCAL_TIME, variable, p); }
action offset_time      { add_time(b, OFFSET_TIME, variable, p); }
action local_end_time   { add_time(b, LOCAL_END_TIME, variable, p); }
action offset_end_time  { add_time(b, OFFSET_END_TIME, variable, p); }

include config_events "log/config/config-events.rl";
include apache_format "log/config/apache-format.rl";
write data noerror nofinal noentry;
}%%

static void add(struct builder *b, const struct name *name, const unsigned char *begin)
{
    locus_builder_variable(b, locus_builder_find(b, name), begin, name->end,
                           b->escaping);
}

static void add_time(struct builder *b, int time, const unsigned char *begin,
                     const unsigned char *end)
{
    locus_builder_variable(b, &locus_log_time_variables[time], begin, end, b->escaping);
}

void locus_read_apache_segment(struct builder *b, const unsigned char *begin,
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
