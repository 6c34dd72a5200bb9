/* SPDX-License-Identifier: MIT
 *
 * Request targets that are in normal form, as most are.
 */
#include "normalize/normalize.h"

%%{
machine plain_target;

action plain            { plain = 1; }

include plain_target "normalize/plain-target.rl";
write data noerror nofinal noentry;
}%%

int locus_is_plain_target(const unsigned char *p, const unsigned char *const pe)
{
    const unsigned char *const eof = pe;
    int plain = 0;
    int cs = plain_target_start;

    %% write exec;
    (void)cs;
    return plain;
}
