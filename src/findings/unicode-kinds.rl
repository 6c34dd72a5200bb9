/* SPDX-License-Identifier: MIT
 *
 * Finds characters beyond ASCII that programs or readers may take for delimiters, and
 * overlong forms of UTF-8.
 */
#include "findings/findings.h"
#include "runs/unicode-kinds-runs.h"

#define RUN(state) PASS_RUN(findings_unicode, state)

/* Records that a character of a kind is found. Returns whether one of the kinds in `stop`
   is found. */
static inline int note_character(uint32_t *kinds, enum kind kind, uint32_t stop)
{
    *kinds |= 1u << kind;
    return (*kinds & stop) != 0;
}

%%{
machine findings_unicode;

action run              { RUN(ftargs) }
action compatibility    { if (note_character(&kinds, COMPATIBILITY, stop)) goto done; }
action look_alike       { if (note_character(&kinds, LOOK_ALIKE, stop)) goto done; }
action idna_dot         { if (note_character(&kinds, IDNA_DOT, stop)) goto done; }
action overlong         { if (note_character(&kinds, OVERLONG, stop)) goto done; }

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
done:
    return kinds;
}
