/* SPDX-License-Identifier: MIT
 *
 * The scheme at the end of a longer word (grammar/prose/scheme-in-word.rl).
 */
#include "prose/marks.h"

%%{
machine scheme_in_word;
getkey word[len - 1 - p];

action http             { return 4; }
action https            { return 5; }
action ftp              { return 3; }

include scheme_in_word "prose/scheme-in-word.rl";
write data noerror nofinal noentry;
}%%

/* p counts the bytes read, backwards from the last one. */
size_t locus_scheme_in_word(const unsigned char *word, size_t len)
{
    const size_t pe = len;
    size_t p = 0;
    int cs = scheme_in_word_start;

    %% write exec;
    (void)cs;
    return 0;
}
