/* SPDX-License-Identifier: MIT
 *
 * Finds characters beyond ASCII that programs or readers may take for delimiters, and
 * overlong forms of UTF-8.
 */
#include "findings/look.h"
#include "runs/unicode-kinds-runs.h"

#define RUN(state) PASS_RUN(findings_unicode, state)

#define FOUND(kind) \
    kinds |= 1u << (kind); \
    if (kinds & stop) \
        return kinds;

%%{
machine findings_unicode;

action run              { RUN(ftargs) }
action compatibility    { FOUND(COMPATIBILITY) }
action look_alike       { FOUND(LOOK_ALIKE) }
action idna_dot         { FOUND(IDNA_DOT) }
action overlong         { FOUND(OVERLONG) }

include findings_unicode "findings/findings-unicode.rl";
write data noerror nofinal noentry;
}%%

uint32_t locus_unicode_kinds(const unsigned char *p, const unsigned char *const pe,
                             uint32_t stop)
{
    const unsigned char *const eof = pe;
    uint32_t kinds = 0;
    int cs = findings_unicode_start;

    %% write exec;
    (void)cs;
    return kinds;
}
