/* SPDX-License-Identifier: MIT
 *
 * Finds the partner of the mark directly before a URL (grammar/prose/quoted.rl). Compiled
 * once for each kernel.
 */
#include "kernel/lens.h"
#include "runs/read-quoted-runs.h"
#include "scan/context.h"

/* The machine stops for good. */
#define STOP { cs = 0; goto stop; }

/* A mark, the last `length` bytes read: it is the partner if it is one of `partners`. */
#define PARTNER(mark, length) \
    if (partners & (mark)) { \
        quoted->partner = p + 1 - (length); \
        STOP \
    }

/* Quotation marks do not nest, but a limited number of them is passed over. */
#define PASS(mark) \
    if (partners & (mark) && ++quoted->depth > MOST_PASSED) \
        STOP

/* A mark after a "\" is the partner only if the opening mark was also escaped. The partner
   then begins at the "\". */
#define ESCAPED_PARTNER(mark) \
    if (partners & (mark)) { \
        quoted->partner = p - 1; \
        plausible &= 1; \
    } \
    STOP

/* The partner of a bracket is the closing bracket that closes none within the URL. */
#define CLOSE(length) \
    if (partners == BRACKET(pair)) { \
        if (quoted->depth == 0) { \
            quoted->partner = p + 1 - (length); \
            STOP \
        } \
        if (--quoted->depth < quoted->least) \
            quoted->least = quoted->depth; \
    }

#define OPEN \
    if (partners >= FIRST_BRACKET && ++quoted->openings > MOST_OPENINGS) \
        STOP \
    if (partners == BRACKET(pair)) { \
        if (++quoted->depth > quoted->most) \
            quoted->most = quoted->depth; \
        if (quoted->depth > MOST_OPEN) \
            STOP \
    }

%%{
machine quoted;
getkey KEY;

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }

action quotation        { PARTNER(QUOTATION, 1) }
action apostrophe       { PARTNER(APOSTROPHE, 1) }
action backtick         { PARTNER(BACKTICK, 1) }
action greater          { PARTNER(GREATER, 1) }
action right_single     { PARTNER(RIGHT_SINGLE, 3) }
action left_single      { PARTNER(LEFT_SINGLE, 3) PASS(RIGHT_SINGLE) }
action right_double     { PARTNER(RIGHT_DOUBLE, 3) }
action left_double      { PARTNER(LEFT_DOUBLE, 3) PASS(RIGHT_DOUBLE) }
action right_guillemet  { PARTNER(RIGHT_GUILLEMET, 2) }
action left_guillemet   { PARTNER(LEFT_GUILLEMET, 2) PASS(RIGHT_GUILLEMET) }
action right_angle      { PARTNER(RIGHT_ANGLE, 3) }
action left_angle       { PARTNER(LEFT_ANGLE, 3) PASS(RIGHT_ANGLE) }
action low_single       { PASS(RIGHT_SINGLE) }
action low_double       { PASS(RIGHT_DOUBLE) }

action escaped_quotation { ESCAPED_PARTNER(ESCAPED_QUOTATION) }
action escaped_apostrophe { ESCAPED_PARTNER(ESCAPED_APOSTROPHE) }
action backslash        { plausible |= AFTER_BACKSLASH; }
action stop             { STOP }

# Whether a person would take the text before the mark for a URL.
action not_yet          { plausible = 0; }
action plausible        { plausible = 1; }

action open             { OPEN }
action close            { CLOSE(1) }
action close_wide       { CLOSE(3) }

include pairs "prose/pairs.rl";
include quoted "prose/quoted.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT int KERNEL_NAME(quoted)(struct locus_quoted *restrict quoted, const unsigned char *pe)
{
    const unsigned char *p = quoted->at;
    const uint32_t partners = quoted->partners;
    uint32_t plausible = quoted->plausible;
    unsigned pair = 0;
    int cs = quoted->state ? (int)quoted->state : quoted_start;
    LENS_BEGIN(quoted)

    %% write exec;
stop:
    quoted->at = p;
    quoted->plausible = plausible;
    quoted->state = (uint32_t)cs;
    return cs != 0;
}
