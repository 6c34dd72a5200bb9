/* SPDX-License-Identifier: MIT
 *
 * Finds the kinds of octets in a text (grammar/findings/findings.rl), once for each kernel.
 */
#include "findings/look.h"
#include "kernel/lens.h"
#include "runs/find-octets-runs.h"

#define FOUND(kind) \
    kinds |= 1u << (kind); \
    if (kinds & stop) \
        return kinds;

%%{
machine findings;
getkey KEY;

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action control          { FOUND(CONTROL) }
action space            { FOUND(SPACE) }
action backslash        { FOUND(BACKSLASH) }
action at_sign          { FOUND(AT_SIGN) }
action byte_80          { FOUND(BYTE_80) }
action zone             { FOUND(ZONE) }
action e_nul            { FOUND(E_NUL) }
action e_line_break     { FOUND(E_LINE_BREAK) }
action e_tab            { FOUND(E_TAB) }
action e_control        { FOUND(E_CONTROL) }
action e_slash          { FOUND(E_SLASH) }
action e_backslash      { FOUND(E_BACKSLASH) }
action e_semicolon      { FOUND(E_SEMICOLON) }
action e_delimiter      { FOUND(E_DELIMITER) }
action e_unreserved     { FOUND(E_UNRESERVED) }
action lead             { FOUND(LEAD) }
action e_any            { FOUND(E_ANY) }
action e_twice          { FOUND(E_TWICE) }
action unicode_escape   { FOUND(UNICODE_ESCAPE) }
action bad_percent      { FOUND(BAD_PERCENT) }
action dots             { FOUND(DOTS) }
action not_utf8         { FOUND(NOT_UTF8) }

include findings "findings/findings.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT uint32_t KERNEL_NAME(kinds_in)(const unsigned char *p, const unsigned char *const pe,
                                       uint32_t stop)
{
    const unsigned char *const eof = pe;
    uint32_t kinds = 0;
    int cs = findings_start;
    LENS_BEGIN(findings)

    %% write exec;
    (void)cs;
    return kinds;
}
