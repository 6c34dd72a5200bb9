/* SPDX-License-Identifier: MIT
 *
 * The scheme at the end of a word with something else glued to its front
 * (grammar/prose/glued.rl).
 */
#include "prose/marks.h"

%%{
machine glued;
getkey word[len - 1 - p];

action http             { return 4; }
action https            { return 5; }
action ftp              { return 3; }

include glued "prose/glued.rl";
write data noerror nofinal noentry;
}%%

/* p counts the bytes read, backwards from the last one. */
size_t locus_glued(const unsigned char *word, size_t len)
{
    const size_t pe = len;
    size_t p = 0;
    int cs = glued_start;

    %% write exec;
    (void)cs;
    return 0;
}
