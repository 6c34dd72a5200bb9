/* SPDX-License-Identifier: MIT
 *
 * Finds the partner of the mark directly before a URL (grammar/prose/quoted.rl). Compiled
 * once for each kernel.
 */
#include "kernel/lens.h"
#include "runs/read-quoted-runs.h"
#include "prose/prose.h"

/* The state 0 is that of a machine that has stopped for good. */
static ALWAYS_INLINE int leave(struct locus_quoted *quoted, const unsigned char *p,
                               uint32_t plausible, uint32_t state)
{
    quoted->at = p;
    quoted->plausible = plausible;
    quoted->state = state;
    return state != 0;
}

/* Whether a mark that begins at `at` is the partner: if it is one of quoted->partners. */
static ALWAYS_INLINE int is_partner(struct locus_quoted *quoted, uint32_t mark,
                                    const unsigned char *at)
{
    if (!(quoted->partners & mark))
        return 0;
    quoted->partner = at;
    return 1;
}

/* Passes over an opening quotation mark that `mark` would close. Quotation marks do not nest.
   Returns whether more than MOST_PASSED of the partner's kind were passed over. */
static ALWAYS_INLINE int is_too_many(struct locus_quoted *quoted, uint32_t mark)
{
    return quoted->partners & mark && ++quoted->depth > MOST_PASSED;
}

/* An opening bracket, which may be one of the partner's kind. Returns whether it is one too
   many. */
static ALWAYS_INLINE int open_bracket(struct locus_quoted *quoted, unsigned pair)
{
    if (quoted->partners >= FIRST_BRACKET && ++quoted->openings > MOST_OPENINGS)
        return 1;
    if (quoted->partners != BRACKET(pair))
        return 0;
    if (++quoted->depth > quoted->most)
        quoted->most = quoted->depth;
    return quoted->depth > MOST_OPEN;
}

/* A closing bracket that begins at `at`. Returns whether it is the partner, which is the
   first one that closes none within the URL. */
static ALWAYS_INLINE int close_bracket(struct locus_quoted *quoted, unsigned pair,
                                       const unsigned char *at)
{
    if (quoted->partners != BRACKET(pair))
        return 0;
    if (quoted->depth == 0) {
        quoted->partner = at;
        return 1;
    }
    if (--quoted->depth < quoted->least)
        quoted->least = quoted->depth;
    return 0;
}

%%{
machine quoted;
getkey KEY;

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }

# A mark, which begins before `p` if it has several bytes.
action quotation        { if (is_partner(quoted, QUOTATION, p)) goto stop; }
action apostrophe       { if (is_partner(quoted, APOSTROPHE, p)) goto stop; }
action backtick         { if (is_partner(quoted, BACKTICK, p)) goto stop; }
action greater          { if (is_partner(quoted, GREATER, p)) goto stop; }
action right_single     { if (is_partner(quoted, RIGHT_SINGLE, p - 2)) goto stop; }
action right_double     { if (is_partner(quoted, RIGHT_DOUBLE, p - 2)) goto stop; }
action right_guillemet  { if (is_partner(quoted, RIGHT_GUILLEMET, p - 1)) goto stop; }
action right_angle      { if (is_partner(quoted, RIGHT_ANGLE, p - 2)) goto stop; }

# A mark that may be the partner, but also opens something.
action left_single {
    if (is_partner(quoted, LEFT_SINGLE, p - 2) || is_too_many(quoted, RIGHT_SINGLE))
        goto stop;
}
action left_double {
    if (is_partner(quoted, LEFT_DOUBLE, p - 2) || is_too_many(quoted, RIGHT_DOUBLE))
        goto stop;
}
action left_guillemet {
    if (is_partner(quoted, LEFT_GUILLEMET, p - 1) || is_too_many(quoted, RIGHT_GUILLEMET))
        goto stop;
}
action left_angle {
    if (is_partner(quoted, LEFT_ANGLE, p - 2) || is_too_many(quoted, RIGHT_ANGLE))
        goto stop;
}
action low_single       { if (is_too_many(quoted, RIGHT_SINGLE)) goto stop; }
action low_double       { if (is_too_many(quoted, RIGHT_DOUBLE)) goto stop; }

# A mark after a "\" is the partner only if the opening mark was also escaped. The partner
# then begins at the "\".
action escaped_quotation {
    if (is_partner(quoted, ESCAPED_QUOTATION, p - 1))
        plausible &= ~(uint32_t)AFTER_BACKSLASH;
    goto stop;
}
action escaped_apostrophe {
    if (is_partner(quoted, ESCAPED_APOSTROPHE, p - 1))
        plausible &= ~(uint32_t)AFTER_BACKSLASH;
    goto stop;
}
action backslash        { plausible |= AFTER_BACKSLASH; }
action stop             { goto stop; }

# Whether a person would take the text before the mark for a URL.
action not_yet          { plausible = 0; }
action plausible        { plausible = 1; }

action open             { if (open_bracket(quoted, pair)) goto stop; }
action close            { if (close_bracket(quoted, pair, p)) goto stop; }
action close_wide       { if (close_bracket(quoted, pair, p - 2)) goto stop; }

include bracket_events "prose/bracket-events.rl";
include quoted "prose/quoted.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT int KERNEL_NAME(quoted)(struct locus_quoted *restrict quoted, const unsigned char *pe)
{
    const unsigned char *p = quoted->at;
    uint32_t plausible = quoted->plausible;
    unsigned pair = 0;
    int cs = quoted->state ? (int)quoted->state : quoted_start;
    LENS_BEGIN(quoted)

    %% write exec;
    return leave(quoted, p, plausible, (uint32_t)cs);
stop:
    return leave(quoted, p, plausible, 0);
}

/* If a search passes over too many marks, one that begins later, but before its end, is as if it
   had begun earlier and then gone on: directly after a mark the machine is in the same state as
   at the beginning of a URL. So a search from the end of the first one is enough for all URLs
   that begin between the two; and so on. */
const unsigned char *KERNEL_NAME(unpaired_to)(const struct locus_quoted *passed,
                                              const unsigned char *end)
{
    enum { FAR = 256 };
    const unsigned char *at = passed->at + 1, *unpaired = NULL;

    if (passed->partners >= FIRST_BRACKET)
        return NULL;
    if (end - at > FAR)
        end = at + FAR;
    while (at < end) {
        struct locus_quoted quoted = { .at = at, .partners = passed->partners };

        if (KERNEL_NAME(quoted)(&quoted, end) || quoted.partner || *quoted.at == ESC)
            break;
        if (quoted.depth <= MOST_PASSED)
            return quoted.at;
        unpaired = at;
        at = quoted.at + 1;
    }
    return unpaired;
}
