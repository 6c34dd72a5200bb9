/* SPDX-License-Identifier: MIT
 *
 * The lists of words in arguments: names of findings and of parameters.
 */
#include "locus_vmod.h"

%%{
machine vmod_words;
alphtype unsigned char;

action begin            { words->word.text = (const char *)p; }
action end              { words->word.len = (size_t)((const char *)p - words->word.text); }
action prefix           { words->is_prefix = 1; }
action stop             { fbreak; }

separator       = [, \t\r\n] ;
name            = ( any - separator - "*" )* >begin %end ;
word            = ( any - separator ) any* & name ( "*" @prefix )? ;

main := separator* ( word ( separator @stop )? )? ;

write data noerror noentry;
}%%

void vmod_words_begin(struct vmod_words *words, const char *list)
{
    words->list = list;
    words->at = list;
    words->end = list + strlen(list);
}

int vmod_words_next(struct vmod_words *words)
{
    const unsigned char *p = (const unsigned char *)words->at;
    const unsigned char *const pe = (const unsigned char *)words->end;
    const unsigned char *const eof = pe;
    int cs = vmod_words_start;

    words->word = (struct locus_slice){ NULL, 0 };
    words->is_prefix = 0;
    %% write exec;
    words->at = (const char *)p;
    if (cs < vmod_words_first_final)
        return -1;
    return words->word.text != NULL;
}
