/* SPDX-License-Identifier: MIT
 *
 * Finds paths whose normal form would be read as a port.
 */
#include "normalize/normalize.h"

%%{
machine port_path;

action encoded          { needed |= LOCUS_STEP_DECODE; }
action dots             { needed |= LOCUS_STEP_DOTS; }
action digit            { *digit = p; }
action port_path        { found = 1; }

include port_path "normalize/port-path.rl";
write data noerror nofinal noentry;
}%%

int locus_is_port_path(const unsigned char *p, const unsigned char *const pe,
                       unsigned steps, const unsigned char **digit)
{
    const unsigned char *const eof = pe;
    unsigned needed = 0;           /* the steps after which only digits are left */
    int found = 0;
    int cs = port_path_start;

    *digit = NULL;
    %% write exec;
    (void)cs;
    return found && (needed & ~steps) == 0;
}
