/* SPDX-License-Identifier: MIT
 *
 * Where a URL ends in prose (grammar/prose/unquoted.rl), once for each kernel. The machine
 * counts brackets and stops itself at a surplus one.
 */
#include "kernel/lens.h"
#include "scan/context.h"

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

/* Returns whether the bracket was opened within the URL. */
static __attribute__((noinline)) int close_bracket(struct locus_unquoted *text, unsigned pair)
{
    if (!text->has_opened || text->open[pair] == 0)
        return 0;
    text->open[pair]--;
    return 1;
}

#define MACHINE(name) \
    static ALL_HOT int match_##name(struct locus_match *restrict match, \
                                    struct locus_unquoted *restrict text, \
                                    const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    const unsigned char *p = match->at; \
    const unsigned char *last = match->last; \
    unsigned pair = 0; \
    int cs = match->state ? (int)match->state : name##_start; \
    LENS_BEGIN(name)

#define ACCEPT        last = p + 1;
#define STOP          { cs = 0; goto stop; }
#define PAIR(number)  pair = (number);
#define OPEN          open_bracket(text, pair);
#define CLOSE         if (!close_bracket(text, pair)) STOP
#define UNQUOTE(mark) if (opened(text) & (mark)) STOP
#define ACCEPT_BEFORE last = p;
#define ACCEPT_UNLESS(mark) \
    if (!(text->before & (mark))) \
        last = p + 1;

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
