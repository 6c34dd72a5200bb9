/* SPDX-License-Identifier: MIT
 *
 * The names of parameters to drop. A "*" at the end of a name stands for any text.
 */
#include "lua-module.h"

%%{
machine dropped_name;
alphtype unsigned char;

action end              { *len = (size_t)(p - start); }
action prefix           { *flags = LOCUS_QUERY_PREFIX; }

name            = ( any - "*" )* %end ;
main := name ( "*" @prefix )? ;

write data noerror noentry;
}%%

int read_name(const char *text, size_t *len, unsigned *flags)
{
    const unsigned char *const start = (const unsigned char *)text;
    const unsigned char *p = start;
    const unsigned char *const pe = p + *len;
    const unsigned char *const eof = pe;
    int cs = dropped_name_start;

    *flags = 0;
    %% write exec;
    return cs >= dropped_name_first_final;
}
