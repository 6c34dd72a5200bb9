/* SPDX-License-Identifier: MIT
 *
 * How far a URL reaches that begins here: by its grammar, as prose, and whether a
 * person takes it for one. Once for each kernel.
 */
#include "scan/context.h"
#include "kernel/lens.h"

#define ACCEPT last = p + 1;

/* The matchers of the grammars. */
#define X(name) locus_matcher KERNEL_NAME(match_##name);
LOCUS_BUILT_GRAMMARS(X)
#undef X

static locus_matcher *const matchers[INDEX_COUNT] = {
#define X(name) [INDEX_##name] = KERNEL_NAME(match_##name),
    LOCUS_BUILT_GRAMMARS(X)
#undef X
};

int KERNEL_NAME(match)(struct locus_match *match, const unsigned char *end,
                       const struct locus_grammar *grammar)
{
    if (match->state == RUNNING_ON)
        return KERNEL_NAME(match_run_on)(match, end);
    return matchers[grammar->index](match, end);
}

int KERNEL_NAME(match_ends)(const struct locus_match *match,
                            const struct locus_grammar *grammar)
{
    /* No URL has a space, in which every authority fails. */
    static const unsigned char space[1] = " ";
    struct locus_match ends = *match;

    if (!match->runs_on || match->state == RUNNING_ON)
        return 0;
    ends.at = space;
    ends.last = NULL;
    KERNEL_NAME(match)(&ends, space + 1, grammar);
    return ends.last == space;
}

/* The machine run_on. */
#define MACHINE(name) \
    int KERNEL_NAME(match_##name)(struct locus_match *restrict match, \
                                  const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    const unsigned char *p = match->at; \
    const unsigned char *last = match->last; \
    int cs = name##_start; \
    LENS_BEGIN(name)
#define MACHINE_END \
    match->at = p; \
    match->last = last; \
    match->state = cs != 0 ? RUNNING_ON : 0; \
    return cs != 0;

#include "runs/run-on.h"

#include "run-on.h"

/* Prose. The machine counts brackets and stops itself at a surplus one. */

static uint32_t opened(struct locus_unquoted *text)
{
    if (text->opened == QUOTE_NOT_ASKED)
        text->opened = text->ask->searcher->opened_before(text->ask);
    return text->opened;
}

static __attribute__((noinline)) void open_bracket(struct locus_unquoted *text, unsigned pair)
{
    if (!text->has_opened)
        memset(text->open, 0, sizeof text->open);
    text->has_opened = 1;
    text->open[pair]++;
}

/* Returns whether the URL has opened it. */
static __attribute__((noinline)) int close_bracket(struct locus_unquoted *text, unsigned pair)
{
    if (!text->has_opened || text->open[pair] == 0)
        return 0;
    text->open[pair]--;
    return 1;
}

#undef MACHINE
#define MACHINE(name) \
    static ALL_HOT int match_##name(struct locus_match *restrict match, \
                                    struct locus_unquoted *restrict text, \
                                    const unsigned char *const pe)
#undef MACHINE_BEGIN
#define MACHINE_BEGIN(name) \
    const unsigned char *p = match->at; \
    const unsigned char *last = match->last; \
    unsigned pair = 0; \
    int cs = match->state ? (int)match->state : name##_start; \
    LENS_BEGIN(name)

#define STOP          { cs = 0; goto stop; }
#define PAIR(number)  pair = (number);
#define OPEN          open_bracket(text, pair);
#define CLOSE         if (!close_bracket(text, pair)) STOP
#define UNQUOTE(mark) if (opened(text) & (mark)) STOP
#define ACCEPT_BEFORE last = p;
#define ACCEPT_UNLESS(mark) \
    if (!(text->before & (mark))) \
        last = p + 1;

#undef MACHINE_END
#define MACHINE_END \
stop: \
    match->at = p; \
    match->last = last; \
    match->state = (uint32_t)cs; \
    return cs != 0;

#include "runs/unquoted.h"

#include "unquoted.h"

int KERNEL_NAME(unquoted)(struct locus_unquoted *text, const unsigned char *end)
{
    return match_unquoted(&text->match, text, end);
}

/* Whether the URL may end where the machine stands, if nothing of it follows, though
   that is not final: in the beginning of what turns out to be no escape and no
   character reference. */
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

/* What is directly after an opening mark. */

#undef MACHINE
#define MACHINE(name) \
    static ALL_HOT int match_##name(struct locus_quoted *restrict quoted, \
                                    const unsigned char *const pe)
#undef MACHINE_BEGIN
#define MACHINE_BEGIN(name) \
    const unsigned char *p = quoted->at; \
    const uint32_t partners = quoted->partners; \
    uint32_t plausible = quoted->plausible; \
    unsigned pair = 0; \
    int cs = quoted->state ? (int)quoted->state : name##_start; \
    LENS_BEGIN(name)

#undef OPEN
#undef CLOSE
#define PLAUSIBLE(is) plausible = (is);
#define PARTNER(mark, length) \
    if (partners & (mark)) { \
        quoted->partner = p + 1 - (length); \
        STOP \
    }
#define PASS(mark) \
    if (partners & (mark) && ++quoted->depth > MOST_PASSED) \
        STOP
/* After "\" the URL may end before it, if anywhere. */
#define BACKSLASH plausible |= AFTER_BACKSLASH;
#define ESCAPED_PARTNER(mark) \
    if (partners & (mark)) { \
        quoted->partner = p - 1; \
        plausible &= 1; \
    } \
    STOP
#define OPEN \
    if (partners == BRACKET(pair) && ++quoted->depth > MOST_OPEN) \
        STOP
#define CLOSE(length) \
    if (partners == BRACKET(pair)) { \
        if (quoted->depth == 0) { \
            quoted->partner = p + 1 - (length); \
            STOP \
        } \
        quoted->depth--; \
    }

#undef MACHINE_END
#define MACHINE_END \
stop: \
    quoted->at = p; \
    quoted->plausible = plausible; \
    quoted->state = (uint32_t)cs; \
    return cs != 0;

#include "runs/quoted.h"

#include "quoted.h"

int KERNEL_NAME(quoted)(struct locus_quoted *quoted, const unsigned char *end)
{
    return match_quoted(quoted, end);
}

/* The host of what is read as a person does. */

#undef MACHINE
#define MACHINE(name) \
    static ALL_HOT int match_##name(struct locus_plausible *restrict found, \
                                    const unsigned char *const pe)
#undef MACHINE_BEGIN
#define MACHINE_BEGIN(name) \
    const unsigned char *p = found->at; \
    uint8_t plausible = found->plausible; \
    int cs = found->state ? (int)found->state : name##_start; \
    LENS_BEGIN(name)

#define DECIDED \
    plausible = found->decided = 1; \
    goto stop;

#undef MACHINE_END
#define MACHINE_END \
stop: \
    found->at = p; \
    found->plausible = plausible; \
    found->state = (uint32_t)cs; \
    return cs != 0;

#include "runs/plausible.h"

#include "plausible.h"

int KERNEL_NAME(plausible)(struct locus_plausible *plausible, const unsigned char *end)
{
    return match_plausible(plausible, end);
}

/* All of these at once, and the grammars of TRAIT_PLAIN. */

#undef MACHINE
#define MACHINE(name) \
    static ALL_HOT void match_##name(struct locus_plain *restrict plain, \
                                     const unsigned char *const pe)
#undef MACHINE_BEGIN
#define MACHINE_BEGIN(name) \
    const unsigned char *p = plain->at; \
    const unsigned char *last = plain->last; \
    int cs = name##_start; \
    LENS_BEGIN(name)

#define STOPPED(mark) \
    plain->stopped = (mark); \
    goto stop;
#define CLOSED(pair) STOPPED(BRACKET(pair))

#undef MACHINE_END
#define MACHINE_END \
    (void)cs; \
stop: \
    plain->at = p; \
    plain->last = last;

#include "runs/plain.h"

#include "plain.h"

void KERNEL_NAME(plain)(struct locus_plain *plain, const unsigned char *end)
{
    match_plain(plain, end);
}
