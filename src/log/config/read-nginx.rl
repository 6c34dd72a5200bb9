/* SPDX-License-Identifier: MIT
 *
 * A string of a log_format of nginx (grammar/log/config/nginx-format.rl).
 */
#include "log/config/build-format.h"

%%{
machine nginx_format;

action variable_begin   { variable = p; }
action name_begin       { name = (struct name){ .begin = p }; }
action parameter_begin  { name.parameter = p; }
action name_end         { name.end = name.parameter_end = p; }
action variable_end     { add(b, &name, variable, p); }

include config_events "log/config/config-events.rl";
include nginx_format "log/config/nginx-format.rl";
write data noerror nofinal noentry;
}%%

static void add(struct builder *b, const struct name *name, const unsigned char *begin,
                const unsigned char *end)
{
    locus_builder_variable(b, locus_builder_find(b, name), begin, end, b->escaping);
}

void locus_read_nginx_segment(struct builder *b, const unsigned char *begin,
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
