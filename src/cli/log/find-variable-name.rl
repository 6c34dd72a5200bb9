/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/log/config-format.h"

%%{
machine variable_name;

action name_begins      { begin = p; }
action name_end         { end = p; }
action braced_begins    { inner = p; }
action braced_end       { begin = inner; end = p - 1; }

include variable_name "command/variable-name.rl";
write data noerror nofinal noentry;
}%%

struct locus_slice variable_name(const char *text, size_t len)
{
    const unsigned char *p = (const unsigned char *)text;
    const unsigned char *const pe = p + len;
    const unsigned char *const eof = pe;
    const unsigned char *begin = pe, *end = pe, *inner = pe;
    int cs = variable_name_start;

    %% write exec;
    (void)cs;
    return (struct locus_slice){ (const char *)begin, (size_t)(end - begin) };
}
