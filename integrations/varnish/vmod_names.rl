/* SPDX-License-Identifier: MIT
 *
 * The lists of names in arguments: those of findings and of parameters.
 */
#include "locus_vmod.h"

%%{
machine vmod_names;
alphtype unsigned char;

action begin            { names->name.text = (const char *)p; }
action end              { names->name.len = (size_t)((const char *)p - names->name.text); }
action prefix           { names->is_prefix = 1; }
action stop             { fbreak; }

separator       = [, \t\r\n] ;
name            = ( any - separator - "*" )* >begin %end ;
name_or_prefix  = ( any - separator ) any* & name ( "*" @prefix )? ;

main := separator* ( name_or_prefix ( separator @stop )? )? ;

write data noerror noentry;
}%%

void vmod_names_begin(struct vmod_names *names, const char *list)
{
    names->list = list;
    names->at = list;
    names->end = list + strlen(list);
}

int vmod_names_next(struct vmod_names *names)
{
    const unsigned char *p = (const unsigned char *)names->at;
    const unsigned char *const pe = (const unsigned char *)names->end;
    const unsigned char *const eof = pe;
    int cs = vmod_names_start;

    names->name = (struct locus_slice){ NULL, 0 };
    names->is_prefix = 0;
    %% write exec;
    names->at = (const char *)p;
    if (cs < vmod_names_first_final)
        return -1;
    return names->name.text != NULL;
}
