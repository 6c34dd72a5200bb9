/* SPDX-License-Identifier: MIT
 *
 * The string of a LogFormat of Apache (grammar/log/config/apache-format.rl).
 */
#include "log/config/draft.h"

#define VARIABLE(name_end) \
    locus_draft_variable(draft, locus_draft_find(draft, name, name_end), variable, p, \
                         draft->escaping);

#define BOTH \
    locus_draft_text(draft, '\\', p - 1); \
    locus_draft_text(draft, *p, p);

%%{
machine apache_format;

action literal          { locus_draft_text(draft, *p, p); }
action line_feed        { locus_draft_text(draft, '\n', p - 1); }
action carriage_return  { locus_draft_text(draft, '\r', p - 1); }
action tab              { locus_draft_text(draft, '\t', p - 1); }
action both             { BOTH }
action bad              { locus_draft_fail(draft, LOCUS_LOG_ROW_SYNTAX, p, p); }
action variable_begin   { variable = p; }
action name_begin       { name = p; }
action variable_end     { VARIABLE(p) }

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
