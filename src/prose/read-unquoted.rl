/* SPDX-License-Identifier: MIT
 *
 * Where a URL ends in prose (grammar/prose/unquoted.rl). Compiled once for each kernel.
 */
#include "kernel/lens.h"
#include "runs/read-unquoted-runs.h"
#include "prose/prose.h"

static uint32_t opened(struct locus_unquoted *text)
{
    if (text->opened == QUOTE_NOT_ASKED)
        text->opened = locus_opened_before(text->ask);
    return text->opened;
}

static __attribute__((noinline)) void open_bracket(struct locus_unquoted *text, unsigned pair)
{
    const unsigned group = pair / BRACKET_GROUP;

    if (!(text->has_opened >> group & 1))
        memset(text->open + BRACKET_GROUP * group, 0, BRACKET_GROUP * sizeof *text->open);
    text->has_opened |= UINT32_C(1) << group;
    text->open[pair]++;
}

/* Returns whether the bracket was opened within the URL. */
static __attribute__((noinline)) int close_bracket(struct locus_unquoted *text, unsigned pair)
{
    if (!(text->has_opened >> pair / BRACKET_GROUP & 1) || text->open[pair] == 0)
        return 0;
    text->open[pair]--;
    return 1;
}

/* The state 0 is that of a machine that has stopped for good. */
static ALWAYS_INLINE int leave(struct locus_match *match, const unsigned char *p,
                               const unsigned char *last, uint32_t state)
{
    match->at = p;
    match->last = last;
    match->state = state;
    return state != 0;
}

%%{
machine unquoted;
getkey KEY;

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action accept           { last = p + 1; }
action accept_low_line  { if (!(text->before & LOW_LINE)) last = p + 1; }
action accept_tilde     { if (!(text->before & TILDE)) last = p + 1; }

# Whether "&" begins a character reference, or "\" an escape, is certain only later. If
# not, the URL may have ended before this byte.
action late             { last = p; }

# C counts the brackets, because a regular language cannot, and stops the machine at a
# closing bracket that was not opened in the URL.
action open             { open_bracket(text, pair); }
action close            { if (!close_bracket(text, pair)) goto stop; }

# A quotation mark that closes one before the URL (grammar/prose/open-quotes.rl).
action apostrophe       { if (opened(text) & APOSTROPHE) goto stop; }
action right_single     { if (opened(text) & RIGHT_SINGLE) goto stop; }
action left_single      { if (opened(text) & LEFT_SINGLE) goto stop; }
action right_double     { if (opened(text) & RIGHT_DOUBLE) goto stop; }
action left_double      { if (opened(text) & LEFT_DOUBLE) goto stop; }
action right_guillemet  { if (opened(text) & RIGHT_GUILLEMET) goto stop; }
action left_guillemet   { if (opened(text) & LEFT_GUILLEMET) goto stop; }
action right_angle      { if (opened(text) & RIGHT_ANGLE) goto stop; }
action left_angle       { if (opened(text) & LEFT_ANGLE) goto stop; }

include bracket_events "prose/bracket-events.rl";
include unquoted "prose/unquoted.rl";
write data noerror nofinal noentry;
}%%

static ALL_HOT int match_unquoted(struct locus_match *restrict match,
                                  struct locus_unquoted *restrict text,
                                  const unsigned char *const pe)
{
    const unsigned char *p = match->at;
    const unsigned char *last = match->last;
    unsigned pair = 0;
    int cs = match->state ? (int)match->state : unquoted_start;
    LENS_BEGIN(unquoted)

    %% write exec;
    return leave(match, p, last, (uint32_t)cs);
stop:
    return leave(match, p, last, 0);
}

int KERNEL_NAME(unquoted)(struct locus_unquoted *text, const unsigned char *end)
{
    return match_unquoted(&text->match, text, end);
}

/* Whether the URL may end where the machine is, if no more of it follows, although the
   state is not final: the machine may be at the beginning of what turns out not to be
   an escape or a character reference. */
static int unquoted_ends(const struct locus_unquoted *text)
{
    /* A space ends every URL. */
    static const unsigned char space[1] = " ";
    struct locus_unquoted ends;

    copy_unquoted(&ends, text);
    ends.match.at = space;
    ends.match.last = NULL;
    match_unquoted(&ends.match, &ends, space + 1);
    return ends.match.last != NULL;
}

int KERNEL_NAME(unquoted_end)(struct locus_unquoted *text, const unsigned char *end)
{
    const unsigned char *const at = text->match.at;
    struct locus_unquoted after;
    int decided = 1;

    if (text->match.last == at || !unquoted_ends(text))
        return 1;
    copy_unquoted(&after, text);
    if (end > at) {
        after.match.last = NULL;
        if (match_unquoted(&after.match, &after, end - at < LOOK_AHEAD ? end : at + LOOK_AHEAD)
            && !after.match.last && !unquoted_ends(&after))
            return 1;
        if (after.match.state == 0 && !after.match.last)
            return 1;
    }
    if (!after.match.last || end <= at)
        decided = end - at >= LOOK_AHEAD;
    text->match.last = at;
    return decided;
}
